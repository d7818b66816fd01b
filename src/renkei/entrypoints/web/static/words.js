// Texts: English stands in the code, another language comes from the catalogue that the whole of Renkei speaks from.

let language = "en";
let catalogue = {};

export async function loadWords(wanted) {
  const query = wanted ? `?lang=${encodeURIComponent(wanted)}` : "";
  const answer = await fetch(`/api/words${query}`);
  if (!answer.ok) return;
  ({ lang: language, words: catalogue } = await answer.json());
  document.documentElement.lang = language;
}

export const currentLanguage = () => language;

/** The text in the reader's language, with its {places} filled in. */
export function t(text, places) {
  const said = catalogue[text] ?? text;
  return places ? said.replace(/\{(\w+)\}/g, (whole, name) => (name in places ? String(places[name]) : whole)) : said;
}

/** A text that is said later, by `t`: here it is only named, so that it is translated. */
export const w = (text) => text;

// Times and numbers as the reader writes them.

const formats = new Map();
function format(kind, options) {
  const key = language + kind + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl[kind](language === "ja" ? "ja-JP" : "en-GB", options));
  return formats.get(key);
}

export function clockTime(at) {
  return format("DateTimeFormat", { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(new Date(at));
}

export function fullTime(at) {
  return format("DateTimeFormat", { dateStyle: "medium", timeStyle: "medium" }).format(new Date(at));
}

export function ago(at) {
  const seconds = Math.max(0, (Date.now() - new Date(at).getTime()) / 1000);
  const say = format("RelativeTimeFormat", { style: "narrow", numeric: "auto" });
  if (seconds < 60) return say.format(-Math.floor(seconds), "second");
  if (seconds < 3600) return say.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86400) return say.format(-Math.floor(seconds / 3600), "hour");
  return say.format(-Math.floor(seconds / 86400), "day");
}

export const number = (value, digits = 0) => format("NumberFormat", { maximumFractionDigits: digits }).format(value);
export const short = (value) => format("NumberFormat", { notation: "compact", maximumFractionDigits: 1 }).format(value);
export const money = (value) => format("NumberFormat", { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", minimumFractionDigits: 2, maximumFractionDigits: value < 0.01 && value > 0 ? 4 : 2 }).format(value);
export const percent = (value) => (value === null || value === undefined ? "–" : format("NumberFormat", { style: "percent", maximumFractionDigits: 0 }).format(value));

/** What was used: a part that has no price is not told as nothing. */
export function cost({ cost: dollars, tokens = 0, unpriced = 0 }) {
  if (dollars === null && tokens) return t("no price");
  return unpriced ? t("{cost} and more", { cost: money(dollars ?? 0) }) : money(dollars ?? 0);
}

/** So much of what a limit counts. */
export const amount = (unit, value) => (unit === "micros" ? money(value / 1e6) : t("{n} tokens", { n: short(value) }));

/** A number of things, in the words for one or for several. */
export const count = (n, one, several) => t(n === 1 ? one : several, { n: number(n) });

export function duration(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return t("{n} s", { n: seconds });
  if (seconds < 3600) return t("{m} min {s} s", { m: Math.floor(seconds / 60), s: seconds % 60 });
  return t("{h} h {m} min", { h: Math.floor(seconds / 3600), m: Math.floor((seconds % 3600) / 60) });
}
