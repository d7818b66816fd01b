"""Real tokenizers, where the extra `tokens` is installed: its vocabularies come with it, nothing is fetched."""

from functools import cache
from typing import Final

from renkei.context.tokens import ESTIMATE, Tokenizer
from renkei.memo import remember_short

_VOCABULARIES: Final = {
    "gpt-3.5": "cl100k_base",
    "gpt-4-": "cl100k_base",
    "qwen": "qwen3",
    "deepseek": "deepseek_v3",
    "mistral": "mistral_v3",
    "glm": "glm4",
    "kimi": "kimi_k2",
}
"""Which vocabulary a model has, by how its name begins."""

_OTHERS: Final = "o200k_base"
"""For all other models, and where nobody said which. Those of Anthropic and Google's hosted ones are not public."""


def find_tokenizer(model: str | None) -> Tokenizer:
    """The tokenizer for a model, or the estimate where none is installed."""
    name = (model or "").lower().rpartition("/")[2]
    fitting = (vocabulary for prefix, vocabulary in _VOCABULARIES.items() if f"{name}-".startswith(prefix))
    return _load_tokenizer(next(fitting, _OTHERS))


@cache
def _load_tokenizer(vocabulary: str) -> Tokenizer:
    try:
        import splintr  # not above: an extra, and it takes 60 ms
    except ImportError:
        return ESTIMATE
    encode = splintr.Tokenizer.from_pretrained(vocabulary).encode_ordinary

    @remember_short(8192)
    def count(text: str) -> int:
        return len(encode(text))

    return Tokenizer(name=vocabulary, count=count)
