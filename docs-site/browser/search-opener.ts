// Opens the search with `/`, Ctrl+K, Command+K and the link in the navigation bar. Without this
// script, the link leads to the guides. The search itself is fetched on first use.
declare const SEARCH: string;

const link = document.querySelector<HTMLAnchorElement>('[data-search]');

let loading: Promise<{ open(): void }> | undefined;

async function open(): Promise<void> {
  loading ??= import(new URL(SEARCH, import.meta.url).href);
  try {
    (await loading).open();
  } catch {
    loading = undefined;
    if (link !== null) location.href = link.href;
  }
}

/** Returns whether an event target is in a text field. */
function isInTextField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable=""], [contenteditable="true"]') !==
      null
  );
}

if (link !== null) {
  link.setAttribute('role', 'button');
  link.setAttribute('aria-haspopup', 'dialog');
  link.setAttribute('aria-keyshortcuts', '/ Control+K');
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void open();
  });
  link.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return;
    event.preventDefault();
    void open();
  });
}

function onKey(event: KeyboardEvent): void {
  const slash =
    event.key === '/' &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    !isInTextField(event.target);
  const controlK =
    event.key.toLowerCase() === 'k' &&
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey;
  if (!slash && !controlK) return;
  event.preventDefault();
  // Redoc has its own search on reference pages, which covers less content.
  event.stopImmediatePropagation();
  void open();
}

addEventListener('keydown', onKey, { capture: true });
