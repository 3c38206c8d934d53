import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addEntry, parseChangelog, setReleaseDate } from '../src/documents/changelog.ts';
import { sha256 } from '../src/documents/release-hashes.ts';
import { checkChangelog } from '../src/gate/changelog.ts';
import { checkDecisions, decisionHashes, parseDecisions } from '../src/gate/decisions.ts';
import { checkReleasedFiles } from '../src/gate/released-files.ts';
import { checkSunset, monthsAfter } from '../src/gate/sunset.ts';
import { Repository } from '../src/repository/repository.ts';
import { type Edit, edited } from './support/contract.ts';

const messages = (violations: { message: string }[]) => violations.map(({ message }) => message);

describe('checkDecisions', () => {
  const markdown =
    '# Decisions\n\nAbout them.\n\n## D-001 First\n\nText one.\n\n## D-002 Second\n\nText two.\n';
  const frozen = decisionHashes(markdown);

  it('parseDecisions returns each entry with its line', () => {
    expect(parseDecisions(markdown).map(({ id, line }) => `${id}:${line}`)).toEqual([
      'D-001:5',
      'D-002:9',
    ]);
  });

  it('accepts unchanged entries, new entries and a changed introduction', () => {
    expect(checkDecisions(markdown, frozen)).toEqual([]);
    expect(
      checkDecisions(
        `${markdown.replace('About them.', 'All about them.')}\n## D-003 Third\n\nSupersedes D-001.\n`,
        frozen,
      ),
    ).toEqual([]);
  });

  it('rejects an edited released entry, and names the line and the fix', () => {
    expect(messages(checkDecisions(markdown.replace('Text two.', 'Text 2.'), frozen))).toEqual([
      'specs/DECISIONS.md:9: D-002 was edited after its release. Restore it (`git log -p specs/DECISIONS.md` shows the old text). To change the decision, add the entry D-003, which names the superseded decision.',
    ]);
  });

  it('rejects a removed released entry, and does not suggest its ID for a new entry', () => {
    expect(
      messages(checkDecisions(markdown.slice(0, markdown.indexOf('## D-002')), frozen)),
    ).toEqual([
      expect.stringMatching(
        /^specs\/DECISIONS\.md: D-002 is missing, but it was released .* add the entry D-003,/,
      ),
    ]);
  });
});

describe('checkSunset', () => {
  const note = (document: Parameters<Edit>[0]) =>
    document.components.schemas.Parcel.properties.note;
  const removeNote: Edit = (document) => delete document.components.schemas.Parcel.properties.note;
  const until =
    (day: string | undefined): Edit =>
    (document) => {
      if (day === undefined) delete note(document)['x-sunset'];
      else note(document)['x-sunset'] = day;
    };

  it('rejects the removal of a deprecated element before its sunset', () => {
    expect(messages(checkSunset(edited(), edited(removeNote), '2027-11-30'))).toEqual([
      'specs/lastmile.yaml: `note` of `Parcel` is removed, but its sunset is 2027-12-01, and today is 2027-11-30. Restore it. You can remove it on or after 2027-12-01.',
    ]);
    expect(checkSunset(edited(), edited(removeNote), '2027-12-01')).toEqual([]);
  });

  it('rejects a deprecation without a sunset', () => {
    expect(messages(checkSunset(edited(), edited(until(undefined)), '2026-11-20'))).toEqual([
      "specs/lastmile.yaml: `note` of `Parcel` is deprecated without a sunset. Add `x-sunset: '2027-05-20'` or a later date next to `deprecated: true`.",
    ]);
  });

  it('rejects a new deprecation whose sunset is less than six months away', () => {
    const before = edited((document) => delete note(document).deprecated);
    expect(messages(checkSunset(before, edited(until('2027-05-19')), '2026-11-20'))).toEqual([
      expect.stringContaining(
        'less than 6 months from now. Set `x-sunset` to 2027-05-20 or later.',
      ),
    ]);
    expect(checkSunset(before, edited(until('2027-05-20')), '2026-11-20')).toEqual([]);
    expect(
      checkSunset(edited(until('2027-05-19')), edited(until('2027-05-19')), '2027-05-01'),
    ).toEqual([]);
  });

  it('rejects the removal of a deprecated operation, but accepts a deprecated parameter at a different position', () => {
    const deprecate: Edit = (document) => {
      document.paths['/parcels'].post.deprecated = true;
      document.paths['/parcels'].post['x-sunset'] = '2028-01-01';
      Object.assign(document.paths['/parcels/{id}'].get.parameters[0], {
        deprecated: true,
        'x-sunset': '2028-01-01',
      });
    };
    const later: Edit = (document) => {
      document.paths['/parcels'] = { put: document.paths['/parcels'].post };
      document.paths['/parcels/{id}'].get.parameters.unshift({
        name: 'fresh',
        in: 'query',
        schema: { type: 'string' },
      });
    };
    expect(
      messages(checkSunset(edited(deprecate), edited(deprecate, later), '2027-01-01')),
    ).toEqual([expect.stringMatching(/^specs\/lastmile\.yaml: `createParcel` is removed/)]);
  });

  it('monthsAfter adds calendar months', () => {
    expect([
      monthsAfter('2026-08-31', 6),
      monthsAfter('2026-11-20', 6),
      monthsAfter('2027-08-31', 6),
    ]).toEqual(['2027-02-28', '2027-05-20', '2028-02-29']);
  });
});

describe('changelog', () => {
  const markdown =
    '# Changelog\n\nNewest first.\n\n## 1.1.0 (unreleased)\n\n- **More.** No action is required.\n\n## 1.0.0 (2026-11-20)\n\nAll of it.\n';
  const difference = (version: string) => ({
    interface: 'lastmile' as const,
    base: undefined,
    revision: { label: 'now', version },
    changes: [],
    bump: 'none' as const,
  });

  it('a changelog is parsed into entries with versions and dates', () => {
    expect(parseChangelog(markdown).map(({ version, date }) => [version, date])).toEqual([
      ['1.1.0', undefined],
      ['1.0.0', '2026-11-20'],
    ]);
  });

  it('a new changelog entry is at the top of the changelog, and gets its date at the release', () => {
    const longer = addEntry(markdown, '1.2.0', '**Even more.**');
    expect(parseChangelog(longer).map(({ version }) => version)).toEqual([
      '1.2.0',
      '1.1.0',
      '1.0.0',
    ]);
    expect(parseChangelog(setReleaseDate(longer, '1.2.0', '2027-01-01'))[0]).toEqual({
      version: '1.2.0',
      date: '2027-01-01',
      text: '**Even more.**',
    });
    expect(parseChangelog(addEntry('# Changelog\n', '1.0.0', '**All.**'))).toHaveLength(1);
  });

  it('a changelog is rejected without an entry for the version', () => {
    const sentence =
      'specs/changelog/lastmile.md has no entry for 2.0.0. Add one with the heading `## 2.0.0 (unreleased)`; `npm run changelog -- lastmile` drafts the entry.';
    expect(messages(checkChangelog(difference('2.0.0'), markdown))).toEqual([sentence]);
    expect(messages(checkChangelog(difference('2.0.0'), undefined))).toEqual([sentence]);
  });

  it('a changelog is rejected at the line of an entry without a bold sentence', () => {
    expect(checkChangelog(difference('1.0.0'), markdown)).toEqual([
      {
        check: 'changelog',
        source: { file: 'specs/changelog/lastmile.md', line: 9 },
        message: expect.stringContaining('the entry for 1.0.0 has no bold sentence'),
      },
    ]);
    expect(checkChangelog(difference('1.1.0'), markdown)).toEqual([]);
  });
});

describe('checkReleasedFiles', () => {
  let root: string;
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(root, 'specs/released', file)), { recursive: true });
    writeFileSync(join(root, 'specs/released', file), text);
  };
  const hashes = {
    documents: {
      'lastmile.yaml': { version: '1.0.0', date: '2026-11-20', sha256: sha256('a: 1\n') },
    },
    decisions: {},
    type_tests: { 'type-tests/lastmile/types.test-d.ts': sha256('// test\n') },
    packages: {},
  };
  const check = () => messages(checkReleasedFiles(new Repository(root), hashes));

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'released-'));
    put('lastmile.yaml', 'a: 1\n');
    put('type-tests/lastmile/types.test-d.ts', '// test\n');
    put('hashes.json', '{}');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('accepts unchanged files', () => {
    expect(check()).toEqual([]);
  });

  it('rejects an edited file, and names it', () => {
    put('lastmile.yaml', 'a: 2\n');
    expect(check()).toEqual([
      'specs/released/lastmile.yaml was edited after its release. Restore it with `git checkout origin/main -- specs/released/lastmile.yaml`; to change the contract, edit specs/ and release again.',
    ]);
  });

  it('rejects a missing file', () => {
    rmSync(join(root, 'specs/released/type-tests/lastmile/types.test-d.ts'));
    expect(check()).toEqual([
      expect.stringContaining(
        'type-tests/lastmile/types.test-d.ts is missing, but it was released.',
      ),
    ]);
  });

  it('rejects a file that is not part of a release', () => {
    put('other.yaml', 'a: 1\n');
    expect(check()).toEqual([
      expect.stringContaining('specs/released/other.yaml is not part of a release'),
    ]);
  });
});
