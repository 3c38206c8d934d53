import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  guaranteedAnchors,
  interactivePage,
  mayLoseAnchors,
  missingAnchors,
} from '../src/anchors/anchors.ts';
import {
  anchorsOfReleases,
  readReleasedAnchors,
  releasedContracts,
  writeReleasedAnchors,
} from '../src/anchors/released.ts';
import { routesOf } from '../src/routes.ts';
import { contractOf, defaultSite, interfaces } from '../src/site.ts';
import { attributes, files, read } from './support/read-site.ts';

const contracts = interfaces.map((name) => contractOf(defaultSite, name));

/** Returns the link targets of a page of the built site. */
function anchorsOn(page: string): ReadonlySet<string> {
  const reference = contracts.find(({ name }) => page === interactivePage(name));
  if (reference !== undefined)
    return new Set([...routesOf(reference)].map((route) => route.slice(1)));
  return new Set(files.includes(page) ? attributes(read(page), 'id') : []);
}

describe('released anchors', () => {
  test('every released anchor exists on the site, except on pages that may lose anchors', () => {
    const released = releasedContracts(defaultSite);
    const guaranteed = Object.fromEntries(
      Object.entries(readReleasedAnchors()).filter(
        ([page]) => !mayLoseAnchors(page, contracts, released),
      ),
    );
    expect(Object.keys(guaranteed)).toContain('decisions.html');
    expect(missingAnchors(guaranteed, anchorsOn)).toEqual([]);
  });

  test('every released section anchor exists on its plain reference', () => {
    const sections = Object.entries(readReleasedAnchors()).map(
      ([page, anchors]) => [page, anchors.filter((anchor) => anchor.startsWith('about-'))] as const,
    );
    expect(sections.flatMap(([, anchors]) => anchors).length).toBeGreaterThan(20);
    expect(missingAnchors(Object.fromEntries(sections), anchorsOn)).toEqual([]);
  });

  test('the list of released anchors is current (fix: `npm run anchors`)', () => {
    expect(readReleasedAnchors()).toEqual(anchorsOfReleases(defaultSite));
  });

  test.each([
    ['1.0.0-rc.2', '1.0.0-rc.3', true],
    ['1.0.0-rc.3', '1.0.0', true],
    ['1.0.0', '1.1.0', false],
    ['1.4.0', '2.0.0', true],
    ['2.0.0', '2.0.1', false],
  ])(
    'mayLoseAnchors allows a loss only after a release candidate or in a new major version: %s to %s',
    (before, after, expected) => {
      const [lastmile, marketplace] = contracts.map((one) => ({ ...one, version: '1.0.0' }));
      const at = (version: string) => [{ ...lastmile, version }, marketplace] as typeof contracts;
      const may = (page: string) => mayLoseAnchors(page, at(after), at(before));
      expect(may('lastmile/reference.html')).toBe(expected);
      expect(may('errors.html')).toBe(expected);
      expect(may('marketplace/reference.html')).toBe(false);
      expect(may('decisions.html')).toBe(false);
    },
  );

  test('the list of released anchors covers only the errors, the decisions, and the references', () => {
    const pages = [
      'decisions.html',
      'errors.html',
      ...interfaces.flatMap((name) => [`${name}/index.html`, `${name}/reference.html`]),
    ];
    const list = readReleasedAnchors();
    expect(Object.keys(list).sort()).toEqual(pages.sort());
    for (const page of pages) expect(list[page]?.length, page).toBeGreaterThan(5);
  });
});

describe('a missing anchor is reported', () => {
  const [lastmile, marketplace] = contracts;
  if (lastmile === undefined || marketplace === undefined)
    throw new Error('Both contracts are needed.');
  const before = guaranteedAnchors(contracts, ['D-001', 'D-002']);
  const left = (
    change: Partial<typeof lastmile>,
    decisions = ['D-001', 'D-002'],
  ): ((page: string) => ReadonlySet<string>) => {
    const now = guaranteedAnchors([{ ...lastmile, ...change }, marketplace], decisions);
    return (page) => new Set(now[page]);
  };
  const without = <K, V>(map: ReadonlyMap<K, V>, key: K): Map<K, V> =>
    new Map([...map].filter(([one]) => one !== key));

  test('reports a missing anchor when a problem code is removed', () => {
    expect(
      missingAnchors(before, left({ problems: without(lastmile.problems, 'price_exceeds_max') })),
    ).toEqual(['errors.html#price_exceeds_max']);
  });

  test('reports a missing anchor when a decision is removed', () => {
    expect(missingAnchors(before, left({}, ['D-001']))).toEqual(['decisions.html#d-002']);
  });

  test('reports a missing anchor when a field is removed', () => {
    const booking = lastmile.schemas.get('Booking') ?? {};
    const { tracking_url: _, ...properties } = (booking.properties ?? {}) as Record<string, never>;
    const schemas = new Map([
      ...lastmile.schemas,
      ['Booking', { ...booking, properties }] as const,
    ]);
    expect(missingAnchors(before, left({ schemas }))).toEqual([
      'lastmile/reference.html#schema-booking-tracking_url',
    ]);
  });

  test('reports a missing anchor when the tag of an operation changes', () => {
    const operations = lastmile.operations.map((one) =>
      one.id === 'getStoreInfo' ? { ...one, tag: 'Estimates' } : one,
    );
    expect(missingAnchors(before, left({ operations }))).toEqual([
      'lastmile/index.html#/stores/getstoreinfo',
    ]);
  });
});

describe('the list of released anchors', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'anchors-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('contains the anchors of the last release', () => {
    const file = join(folder, 'anchors.json');
    const count = writeReleasedAnchors(defaultSite, file);
    const list = readReleasedAnchors(file);
    expect(list['errors.html']).toContain('rate_limited');
    expect(Object.values(list).flat()).toHaveLength(count);
  });

  test('throws an error with the path of the file when the list is not JSON', () => {
    const file = join(folder, 'anchors.json');
    writeFileSync(file, '{');
    expect(() => readReleasedAnchors(file)).toThrow(`${file}: not JSON.`);
  });
});
