// A list of any length of which only what is seen is on the page. Heights are measured as rows come into sight.
import { h, render } from "./vdom.js";

const GUESS = 104;
const BEYOND = 600;
const NEAR_END = 40;

/** Sums of heights: how far down a row is, and which row is that far down, without adding them all up. */
class Heights {
  constructor() {
    this.known = [];
    this.tree = [0];
  }
  get length() { return this.known.length; }
  grow(length) {
    while (this.known.length < length) {
      const place = this.known.length + 1;
      this.known.push(GUESS);
      this.tree[place] = GUESS;
      for (let step = 1; step < (place & -place); step <<= 1) this.tree[place] += this.tree[place - step];
    }
  }
  set(index, height) {
    const change = height - this.known[index];
    if (!change) return 0;
    this.known[index] = height;
    for (let place = index + 1; place < this.tree.length; place += place & -place) this.tree[place] += change;
    return change;
  }
  offset(index) {
    let sum = 0;
    for (let place = index; place > 0; place -= place & -place) sum += this.tree[place];
    return sum;
  }
  at(offset) {
    let place = 0;
    let left = offset;
    for (let step = 1 << Math.floor(Math.log2(Math.max(1, this.length))); step; step >>= 1) {
      if (place + step <= this.length && this.tree[place + step] <= left) { place += step; left -= this.tree[place]; }
    }
    return Math.min(place, Math.max(0, this.length - 1));
  }
}

/** `<r-list>`: set `source` to {total, row(index), key(index)}; `onrange(first, last)` is told what is seen. */
export class VirtualList extends HTMLElement {
  constructor() {
    super();
    this.heights = new Heights();
    this.source = null;
    this.following = true;
    this.current = -1;
    this.onrange = null;
    this.onfollow = null;
    this.scheduled = false;
  }

  connectedCallback() {
    if (this.inner) return;
    this.tabIndex = 0;
    this.dataset.keepsFocus = "";
    this.inner = document.createElement("div");
    this.inner.className = "list-inner";
    this.window = document.createElement("div");
    this.window.className = "list-window";
    this.inner.append(this.window);
    super.append(this.inner);
    this.addEventListener("scroll", () => {
      const isAtEnd = this.scrollHeight - this.scrollTop - this.clientHeight < NEAR_END;
      if (this.following !== isAtEnd && !this.isMoving) { this.following = isAtEnd; this.onfollow?.(isAtEnd); }
      this.isMoving = false;
      this.schedule();
    }, { passive: true });
    this.observer = new ResizeObserver(() => this.schedule());
    this.observer.observe(this);
  }

  disconnectedCallback() {
    this.observer?.disconnect();
  }

  show(source) {
    const isOther = this.source?.id !== source.id;
    this.source = source;
    if (isOther) {
      this.heights = new Heights();
      this.following = true;
      this.current = -1;
    }
    this.heights.grow(source.total);
    if (this.inner) this.draw(); // whoever shows something is in a frame already: another one would be a frame later
  }

  schedule() {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => { this.scheduled = false; this.draw(); });
  }

  jumpTo(index, focus = true) {
    this.following = index >= this.source.total - 1;
    this.onfollow?.(this.following);
    this.current = index;
    this.isMoving = true;
    this.scrollTop = Math.max(0, this.heights.offset(index) - this.clientHeight / 3);
    this.draw();
    this.isMoving = true;
    this.scrollTop = Math.max(0, this.heights.offset(index) - this.clientHeight / 3);
    this.draw();
    if (focus) this.rowNode(index)?.focus({ preventScroll: true });
  }

  jumpToEnd() {
    this.following = true;
    this.current = this.source.total - 1;
    this.onfollow?.(true);
    this.draw();
    this.rowNode(this.current)?.focus({ preventScroll: true });
  }

  rowNode(index) {
    return this.window.querySelector(`[data-index="${index}"]`);
  }

  /** The row that has the focus, or that had it last. */
  get focused() {
    const row = document.activeElement?.closest?.("[data-index]");
    return row && this.contains(row) ? Number(row.dataset.index) : this.current;
  }

  move(step) {
    if (!this.source?.total) return;
    const from = this.focused < 0 ? this.source.total - (step > 0 ? 1 : 0) : this.focused;
    const to = Math.min(this.source.total - 1, Math.max(0, from + step));
    this.current = to;
    let node = this.rowNode(to);
    const box = node?.getBoundingClientRect();
    const mine = this.getBoundingClientRect();
    if (!node || box.top < mine.top || box.bottom > mine.bottom) {
      this.jumpTo(to, false);
      node = this.rowNode(to);
    }
    node?.focus({ preventScroll: true });
  }

  draw() {
    const source = this.source;
    if (!source || !this.inner) return;
    this.heights.grow(source.total);
    for (let round = 0; round < 3; round += 1) {
      const height = this.heights.offset(source.total);
      this.inner.style.height = `${height}px`;
      if (this.following) { this.isMoving = true; this.scrollTop = height; }
      const top = this.following ? Math.max(0, height - this.clientHeight) : this.scrollTop;
      const first = Math.max(0, this.heights.at(Math.max(0, top - BEYOND)));
      const last = Math.min(source.total, this.heights.at(top + this.clientHeight + BEYOND) + 1);
      this.window.style.transform = `translateY(${this.heights.offset(first)}px)`;
      const rows = [];
      for (let index = first; index < last; index += 1) rows.push(source.row(index));
      render(this.window, rows);
      this.onrange?.(first, last);
      if (!this.measure(top)) break;
    }
  }

  /** Takes the heights of what is shown; what changed above the eye must not move what is seen. */
  measure(top) {
    let changed = false;
    let above = 0;
    for (const node of this.window.children) {
      const index = Number(node.dataset.index);
      const before = this.heights.offset(index);
      const change = this.heights.set(index, node.offsetHeight);
      changed ||= change !== 0;
      if (change && before + node.offsetHeight - change <= top) above += change;
    }
    if (above && !this.following) { this.isMoving = true; this.scrollTop = top + above; }
    return changed;
  }
}

customElements.define("r-list", VirtualList);

/** The list as others describe it. */
export const list = (props) => h("r-list", props);
