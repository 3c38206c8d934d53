// Switches between the light and dark scheme. The inline script of the page has already set the
// class, before the first paint.
import { store, stored } from './stored.ts';

const key = 'color-scheme';
const root = document.documentElement;
const button = document.querySelector('[data-color-scheme]');
const system = matchMedia('(prefers-color-scheme: dark)');

function apply(isDark: boolean): void {
  root.classList.toggle('dark', isDark);
  root.classList.toggle('light', !isDark);
  button?.setAttribute('aria-pressed', String(isDark));
  // Redoc reads this value when a reference opens.
  store('redoc.colorMode', isDark ? 'dark' : 'light');
}

const isDark = (): boolean => {
  const storedScheme = stored(key);
  return storedScheme === 'light' || storedScheme === 'dark'
    ? storedScheme === 'dark'
    : system.matches;
};

button?.addEventListener('click', () => {
  const next = !root.classList.contains('dark');
  store(key, next ? 'dark' : 'light');
  apply(next);
});
system.addEventListener('change', () => apply(isDark()));
// The setting can change in another tab, or while this page is in the back/forward cache.
addEventListener('storage', (event) => {
  if (event.key === key) apply(isDark());
});
addEventListener('pageshow', () => apply(isDark()));
// Without this listener, Redoc would print in dark colors.
matchMedia('print').addEventListener('change', ({ matches }) => {
  root.classList.toggle('dark', !matches && isDark());
});
apply(isDark());
