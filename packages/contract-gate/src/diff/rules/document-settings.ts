import type { Contract } from '@delivery-api/specs/contract';
import { ChangeList, type Rule, reason } from '../comparison/rule.ts';

const defaultDialect = 'https://spec.openapis.org/oas/3.1/dialect/base';

/** The dialect of all schemas, and the version of OpenAPI. */
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
      `The dialect of the schemas is ${dialect(revision)}, no longer ${dialect(base)}.`,
      'Validators and generators read every schema in another way.',
      ...('jsonSchemaDialect' in revision.document ? ['jsonSchemaDialect'] : []),
    );
  if (base.document.openapi !== revision.document.openapi)
    list.patch(
      'openapi',
      `The document is written in OpenAPI ${String(revision.document.openapi)}.`,
      reason.documentation,
      'openapi',
    );
  return list.changes;
};
