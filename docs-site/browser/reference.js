// @ts-check
// Adapts the page that Redoc renders to the frame of the site: space below the bar, a title for each
// route, and an accessible structure.

import './restore-position.js';

const bar = /** @type {HTMLElement} */ (document.querySelector('.bar'));
const page = /** @type {HTMLElement} */ (document.getElementById('redoc'));
const siteTitle = document.title;

/** Options that JSON cannot express. They extend those of the build. */
export const options = {
  scrollYOffset: () => (getComputedStyle(bar).position === 'sticky' ? bar.offsetHeight : 0),
};

/**
 * Sets or removes an attribute, but only if its value differs, because every change triggers the
 * observer again.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
function set(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/**
 * Sets heading levels for screen readers. Redoc skips level 3, and only its overview has a heading
 * of level 1. On other routes, the first section gets level 1.
 */
function fixHeadingLevels() {
  let sections = page.querySelector('h1') === null ? 0 : 2;
  for (const heading of page.querySelectorAll('main :is(h2, h3, h4, h5, h6)')) {
    const written = Number(heading.tagName[1]);
    if (written === 2) sections += 1;
    const level = Math.max(1, (written > 3 ? written - 1 : written) - (sections === 1 ? 1 : 0));
    set(heading, 'aria-level', level === written ? null : String(level));
  }
}

let isAtRoute = /^(#\/?)?$/.test(location.hash);

/**
 * Scrolls to the section of the route as soon as it is rendered. Redoc adds the previous sections
 * later, and the browser keeps the position only on a page that is already scrolled.
 */
function scrollToRoute() {
  const id = decodeURIComponent(location.hash.slice(1));
  const section = [...page.querySelectorAll('main [data-section-id]')].find(
    (one) => one.getAttribute('data-section-id') === id,
  );
  if (section === undefined) return;
  isAtRoute = true;
  scrollBy({
    top: section.getBoundingClientRect().top - options.scrollYOffset(),
    behavior: 'instant',
  });
}

function updatePage() {
  if (!isAtRoute) scrollToRoute();
  for (const menu of page.querySelectorAll('.menu-content')) {
    set(menu, 'role', 'navigation');
    set(menu, 'aria-label', 'Operations');
  }
  // These buttons show their value. Screen readers announce only the label, which omits the value.
  for (const button of page.querySelectorAll('button[aria-haspopup][aria-label]')) {
    if (button.textContent.trim() !== '') set(button, 'aria-label', null);
  }
  // Elements that scroll must be reachable by keyboard.
  for (const element of page.querySelectorAll('main pre[data-language], main .md-table-wrapper'))
    set(element, 'tabindex', '0');
  fixHeadingLevels();
  const current = page.querySelector('.menu-content [data-active="true"] [data-text]');
  const title = current?.getAttribute('data-text');
  document.title = title && !/^#?\/?$/.test(location.hash) ? `${title} · ${siteTitle}` : siteTitle;
}

// A link to `#content` would change the route.
document.querySelector('.bar-skip')?.addEventListener('click', (event) => {
  event.preventDefault();
  const main = page.querySelector('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus();
});

let waiting = false;
function scheduleUpdate() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    updatePage();
  });
}

new MutationObserver(scheduleUpdate).observe(page, {
  childList: true,
  subtree: true,
  attributes: true,
  attributeFilter: ['data-active', 'aria-label'],
});
addEventListener('hashchange', scheduleUpdate);
updatePage();
