"""The environment of an agent: what is listed here, and what `[workspace] env` names; nothing else of the person's."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

_GROUPS: Final = {
    "the user and the machine": """
        PATH HOME USER LOGNAME SHELL TERM COLORTERM NO_COLOR FORCE_COLOR COLUMNS LINES TZ TMPDIR TMP TEMP
        HOSTNAME CI
    """,
    "locale": """
        LANG LANGUAGE
    """,
    "providers of models: keys, addresses, regions": """
        CLAUDE_CONFIG_DIR CLAUDE_CODE_OAUTH_TOKEN CLAUDE_CODE_USE_BEDROCK CLAUDE_CODE_USE_VERTEX
        CLAUDE_CODE_USE_FOUNDRY CLAUDE_CODE_SKIP_BEDROCK_AUTH CLAUDE_CODE_SKIP_VERTEX_AUTH
        CLAUDE_CODE_MAX_RETRIES API_TIMEOUT_MS CLAUDE_CODE_API_KEY_HELPER_TTL_MS
        CLAUDE_CODE_MAX_OUTPUT_TOKENS CLAUDE_CODE_SUBAGENT_MODEL
        CLOUD_ML_REGION MAX_THINKING_TOKENS CODEX_HOME CODEX_API_KEY GEMINI_API_KEY GEMINI_MODEL GEMINI_CLI_HOME
        GOOGLE_API_KEY GOOGLE_GEMINI_BASE_URL GOOGLE_VERTEX_BASE_URL OPENCODE_API_KEY OPENCODE_CONFIG
        OPENCODE_CONFIG_DIR
        GOOGLE_GENAI_USE_VERTEXAI GOOGLE_GENAI_USE_GCA GOOGLE_CLOUD_PROJECT GOOGLE_CLOUD_LOCATION
        GOOGLE_CLOUD_REGION AWS_REGION AWS_DEFAULT_REGION AWS_BEARER_TOKEN_BEDROCK MISTRAL_API_KEY GROQ_API_KEY
        OPENROUTER_API_KEY DEEPSEEK_API_KEY XAI_API_KEY COHERE_API_KEY TOGETHER_API_KEY FIREWORKS_API_KEY
        OLLAMA_HOST
    """,
    "proxies and certificates": """
        HTTP_PROXY HTTPS_PROXY FTP_PROXY ALL_PROXY NO_PROXY SSL_CERT_FILE SSL_CERT_DIR REQUESTS_CA_BUNDLE
        CURL_CA_BUNDLE NODE_EXTRA_CA_CERTS GIT_SSL_CAINFO GIT_SSL_CAPATH AWS_CA_BUNDLE PIP_CERT NIX_SSL_CERT_FILE
        HTTPLIB2_CA_CERTS GRPC_DEFAULT_SSL_ROOTS_FILE_PATH
    """,
    "the SSH agent, and git as the user has set it up": """
        SSH_AUTH_SOCK SSH_AGENT_PID GIT_SSH GIT_SSH_COMMAND GIT_SSH_VARIANT GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM
        GIT_CONFIG_NOSYSTEM GIT_CEILING_DIRECTORIES GIT_TERMINAL_PROMPT GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL
        GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
    """,
    "where languages and their tools are": """
        VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT PYENV_VERSION PIP_CACHE_DIR UV_CACHE_DIR NODE_PATH
        NODE_OPTIONS NVM_DIR NVM_BIN VOLTA_HOME PNPM_HOME NPM_CONFIG_CACHE GOPATH GOROOT GOBIN GOCACHE
        GOMODCACHE GOPROXY GOFLAGS CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN JAVA_HOME MAVEN_HOME GRADLE_HOME
        GRADLE_USER_HOME SDKMAN_DIR ANDROID_HOME DOTNET_ROOT GEM_HOME GEM_PATH RBENV_ROOT RBENV_VERSION ASDF_DIR
        ASDF_DATA_DIR MISE_DATA_DIR HOMEBREW_PREFIX LD_LIBRARY_PATH DYLD_LIBRARY_PATH PKG_CONFIG_PATH NIX_PATH
        NIX_PROFILES
    """,
    "Windows": """
        SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES
        PROGRAMFILES(X86) PROGRAMW6432 COMMONPROGRAMFILES USERPROFILE USERNAME USERDOMAIN COMPUTERNAME HOMEDRIVE
        HOMEPATH PUBLIC NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE
    """,
    "a person's own word to Renkei": """
        RENKEI_HOOKS RENKEI_GIT_TIMEOUT
    """,
}

_LISTED: Final = frozenset(name for names in _GROUPS.values() for name in names.split())
_PREFIXES: Final = ("LC_", "XDG_", "ANTHROPIC_", "OPENAI_", "AZURE_OPENAI_", "PYTHON", "COVERAGE_", "COV_CORE_")

_NAME: Final = re.compile(r"(?!(?i:renkei)_)[A-Za-z_][A-Za-z0-9_]*")


def is_passable(name: str) -> bool:
    """Whether `[workspace] env` may name it: Renkei's own are Renkei's to give."""
    return _NAME.fullmatch(name) is not None


def select_environment(found: Mapping[str, str], named: Sequence[str] = ()) -> dict[str, str]:
    """What an agent gets of an environment."""
    return {name: text for name, text in found.items() if _is_listed(name) or name in named}


def list_withheld(found: Mapping[str, str], named: Sequence[str] = ()) -> list[str]:
    """What it does not get; names that tell of the shell itself are nobody's loss."""
    kept = select_environment(found, named)
    return sorted(name for name in found if name not in kept and name not in _OF_THE_SHELL)


_OF_THE_SHELL: Final = frozenset(["_", "PWD", "OLDPWD", "SHLVL", "RENKEI_PROCESS_MARK", "PS1", "PS2"])


def _is_listed(name: str) -> bool:
    upper = name.upper()  # proxies are written either way, and Windows does not tell one from the other
    return upper in _LISTED or upper.startswith(_PREFIXES)
