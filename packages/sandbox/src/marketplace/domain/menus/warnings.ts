import type { MenuContent } from '../../state/records.ts';
import { type Finding, findingOf, isInvalid, type ListName, type Report } from './finding.ts';
import type { SubmissionIndex } from './submission-index.ts';
import { validEntries } from './valid-parts.ts';

const language = (locale: string): string => locale.split('-')[0]?.toLowerCase() ?? locale;

/** Reports warnings for missing translations into the stores' languages, and missing allergens. */
export function warnOfMissingData(
  { menus, categories, items, groups, defaultLocale }: SubmissionIndex,
  locales: readonly string[],
  report: Report,
): void {
  const others = [...new Set(locales)].filter(
    (locale) => language(locale) !== language(defaultLocale),
  );
  for (const submitted of others.length === 0
    ? []
    : [...menus, ...categories, ...items, ...groups]) {
    if (isInvalid(submitted, '/translations')) continue;
    const translated = validEntries(submitted.entity.translations).map(([, { locale = '' }]) =>
      language(locale),
    );
    const missing = others.filter((locale) => !translated.includes(language(locale)));
    if (missing.length > 0)
      report(
        submitted,
        '',
        'missing_translation',
        `${submitted.entity.id} has no name in ${missing.join(' and ')}`,
      );
  }
  for (const submitted of items) {
    if (submitted.entity.allergens === undefined && !isInvalid(submitted, '/allergens'))
      report(
        submitted,
        '',
        'missing_allergen_info',
        `the allergens of ${submitted.entity.id} are not specified`,
      );
  }
}

// The sandbox does not fetch images. The URL of an image determines the result.
const unreachable = /(missing|404)/i;
const unsupportedTypes = /\.(gif|svg|bmp|tiff?|avif|heic|pdf)$/i;

/**
 * Returns the warnings about images. An image is unreachable if its URL contains `missing` or
 * `404`, otherwise invalid if its URL has the extension of an unsupported type. The query and the
 * fragment of the URL have no effect.
 */
export function imageFindings(content: MenuContent): Finding[] {
  const found: Finding[] = [];
  const check = (
    list: ListName,
    index: number,
    within: string,
    address: string | undefined,
  ): void => {
    const entity = content[list][index];
    const path = address?.replace(/[?#].*$/, '') ?? '';
    if (entity === undefined || address === undefined) return;
    const submitted = { list, index, entity, invalid: [] };
    if (unreachable.test(path))
      found.push(
        findingOf('warning', submitted, within, 'image_unreachable', `${address} returned 404`),
      );
    else if (unsupportedTypes.test(path))
      found.push(
        findingOf(
          'warning',
          submitted,
          within,
          'image_invalid',
          `${address} is not a JPEG, PNG or WebP image`,
        ),
      );
  };
  for (const [index, { image_url }] of content.categories.entries())
    check('categories', index, '/image_url', image_url);
  for (const [index, { image_urls = [] }] of content.items.entries()) {
    for (const [at, address] of image_urls.entries())
      check('items', index, `/image_urls/${at}`, address);
  }
  return found;
}
