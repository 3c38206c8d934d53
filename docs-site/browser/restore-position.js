// @ts-check
// When the reader goes back or forward to a reference, Redoc renders the page again and then scrolls
// to the section of the route. This script restores the previous position in the section instead.

const key = `position:${location.href}`;

/** @returns {HTMLElement[]} */
const sections = () =>
  [...document.querySelectorAll('#redoc main [data-section-id]')].filter(
    (one) => one instanceof HTMLElement,
  );

addEventListener('pagehide', () => {
  const current = sections().findLast((one) => one.getBoundingClientRect().top <= 1);
  if (current === undefined) return;
  const position = { id: current.dataset.sectionId, offset: -current.getBoundingClientRect().top };
  try {
    sessionStorage.setItem(key, JSON.stringify(position));
  } catch {
    // If the browser denies access to the storage, the position is lost.
  }
});

function saved() {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * Scrolls to the saved position in each frame, until the page no longer shifts, the reader interacts
 * with the page, or 6 seconds have passed.
 *
 * @param {{ id: string, offset: number }} position
 */
function restore({ id, offset }) {
  const end = performance.now() + 6000;
  let still = 0;
  let interrupted = false;
  for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(
      type,
      () => {
        interrupted = true;
      },
      { once: true, passive: true },
    );
  const step = () => {
    if (interrupted || performance.now() > end || still > 40) return;
    const section = sections().find((one) => one.dataset.sectionId === id);
    if (section !== undefined) {
      const distance = section.getBoundingClientRect().top + offset;
      still = Math.abs(distance) < 2 ? still + 1 : 0;
      if (still === 0) scrollBy({ top: distance, behavior: 'instant' });
    }
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

const [navigation] = performance.getEntriesByType('navigation');
const position = saved();
if (
  navigation instanceof PerformanceNavigationTiming &&
  navigation.type === 'back_forward' &&
  position !== null
)
  restore(position);
