import type { Contract } from '@delivery-api/specs/contract';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

const defaultDialect = 'https://spec.openapis.org/oas/3.1/dialect/base';

/** The schema dialect and the OpenAPI version. */
export const documentSettings: Rule = ({ base, revision }) => {
  const list = new ChangeList('document-settings', {
    direction: 'document',
    operations: [],
    pointer: '#',
  });
  const dialect = ({ document }: Contract) =>
    String(document.jsonSchemaDialect ?? defaultDialect).replace(/#$/, '');
  if (dialect(base) !== dialect(revision))
    list.major(
      'dialect',
      `The schema dialect changed from \`${dialect(base)}\` to \`${dialect(revision)}\`.`,
      'Validators and generators interpret every schema differently.',
      ...('jsonSchemaDialect' in revision.document ? ['jsonSchemaDialect'] : []),
    );
  if (base.document.openapi !== revision.document.openapi)
    list.patch(
      'openapi',
      `The OpenAPI version changed from ${String(base.document.openapi)} to ${String(revision.document.openapi)}.`,
      reason.documentation,
      'openapi',
    );
  return list.changes;
};
