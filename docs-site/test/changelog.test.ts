import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseChangelog as gateEntries } from '../../packages/contract-gate/src/documents/changelog.ts';
import { rate, readChangelog, readReleases } from '../src/changelog/read-changelog.ts';
import { defaultSite, interfaces } from '../src/site.ts';
import { attributes, read } from './support/read-site.ts';

describe('the changelog', () => {
  test.each(interfaces)(
    'the site parses the %s changelog in the same way as the contract gate',
    (name) => {
      const text = readFileSync(join(defaultSite.specs, `changelog/${name}.md`), 'utf8');
      expect(
        readChangelog(name, text).map(({ version, date, text: entry }) => ({
          version,
          date,
          text: entry,
        })),
      ).toEqual(gateEntries(text));
    },
  );

  test.each([
    ['1.0.0-rc.2', ['1.0.0-rc.1'], 'release candidate'],
    ['1.0.0', ['1.0.0-rc.2', '1.0.0-rc.1'], 'first release'],
    ['1.0.0', [], 'first release'],
    ['2.0.0', ['1.4.2'], 'breaking'],
    ['2.0.0', ['2.0.0-rc.1', '1.4.2'], 'breaking'],
    ['1.5.0', ['1.4.2'], 'additive'],
    ['1.5.0', ['1.5.0-rc.1', '1.4.2'], 'additive'],
    ['1.4.3', ['1.4.2'], 'documentation-only'],
  ] as const)('rates %s after %j as %s', (version, earlier, rating) => {
    expect(rate(version, earlier)).toBe(rating);
  });

  test('readChangelog counts the list items under each heading of an entry', () => {
    const text =
      '# C\n\n## 2.0.0 (2026-12-01)\n\n### Breaking\n\n- **A.** x\n- **B.** y\n\n### New\n\n- **C.** z\n\n## 1.0.0 (2026-11-21)\n\n- **First.**\n';
    expect(readChangelog('lastmile', text)[0]).toMatchObject({
      rating: 'breaking',
      points: [
        ['Breaking', 2],
        ['New', 1],
      ],
    });
  });

  test('a changelog with a malformed heading is rejected with file and line', () => {
    expect(() => readChangelog('lastmile', '# C\n\n## 1.0 Friday\n')).toThrow(
      'specs/changelog/lastmile.md:3: expected a heading',
    );
  });

  test('the changelog page has an entry for every version, and the feed for every released version', () => {
    const ids = attributes(read('changelog.html'), 'id');
    for (const { interface: name, version, date } of readReleases(defaultSite)) {
      expect(ids).toContain(`${name}-${version}`);
      expect(read('feed.xml').includes(`/${name}/${version}</id>`)).toBe(date !== undefined);
    }
    expect(read('feed.xml')).toMatch(
      /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/,
    );
  });
});
