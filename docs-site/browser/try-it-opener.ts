// Opens the console for links named “Try it”. Without this script, they lead to the samples of the
// operation. The console is fetched on first use.
declare const TRY_IT: string;

let loading: Promise<{ open(anchor: string): Promise<void> }> | undefined;

// This listener runs before the click listener of Redoc, which also handles links.
addEventListener(
  'click',
  (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const link = event.target.closest<HTMLAnchorElement>('a[href*="#"]');
    if (link === null || link.textContent !== 'Try it') return;
    const [, anchor] = /^#(.+)-samples$/.exec(link.hash) ?? [];
    if (anchor === undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    loading ??= import(new URL(TRY_IT, import.meta.url).href);
    loading
      .then((console) => console.open(anchor))
      .catch(() => {
        loading = undefined;
        location.href = link.href;
      });
  },
  { capture: true },
);
