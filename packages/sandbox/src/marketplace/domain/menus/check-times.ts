import type { ServicePeriod } from '../../state/menu-model.ts';
import type { Note, Sight } from './finding.ts';

const hour = 60;
const day = 24 * hour;

/** Spans of a menu that are too short, or lie over each other. */
export function checkTimes({ menus }: Sight, note: Note): void {
  for (const place of menus) {
    const spans = (place.entity.availability ?? []).map((period, at) => ({
      ...spanOf(period),
      day: period.day,
      at,
    }));
    for (const { at, from, to } of spans) {
      if (to - from < hour)
        note(
          place,
          `/availability/${at}`,
          'availability_too_short',
          `lasts ${to - from} minutes, and an hour is the least`,
        );
    }
    for (const one of spans) {
      const other = spans.find(
        ({ at, day: weekday, from, to }) =>
          at < one.at && weekday === one.day && from < one.to && one.from < to,
      );
      if (other === undefined) continue;
      note(
        place,
        `/availability/${one.at}`,
        'availability_overlap',
        `overlaps with /menus/${place.index}/availability/${other.at}`,
      );
    }
  }
}

/**
 * The minutes of a span, from the midnight at which its day begins; one that ends at or before its
 * beginning ends on the next day.
 */
function spanOf({ opens, closes }: ServicePeriod): { from: number; to: number } {
  const [from, to] = [toMinutes(opens), toMinutes(closes)];
  return { from, to: to <= from ? to + day : to };
}

const toMinutes = (text: string): number =>
  Number(text.slice(0, 2)) * hour + Number(text.slice(3, 5));
