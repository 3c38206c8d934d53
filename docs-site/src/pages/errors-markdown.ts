import type { Contract } from '@delivery-api/specs/contract';
import { label } from '../site.ts';
import { catalogue } from './errors.ts';

/** Returns the error catalogue as Markdown. */
export function errorsMarkdown(contracts: readonly Contract[]): string {
  const parts = [...catalogue(contracts)].map(([code, meanings]) => {
    const paragraphs = meanings.map(({ entry, places }) => {
      const operations = places.flatMap(({ name, operations: all }) =>
        all.map(({ id }) => `[${id}](${name}/reference.md#${id.toLowerCase()})`),
      );
      return [
        `${entry.title} (${entry.status}, ${places.map(({ name }) => label[name]).join(' and ')})`,
        `- Cause: ${entry.cause}`,
        `- What to do: ${entry.action}`,
        `- Repeat: ${entry.retryable ? 'yes, the same request may succeed later' : 'no, the same request would be refused again'}`,
        ...(entry.extensions.length > 0
          ? [`- Carries: ${entry.extensions.map((member) => `\`${member}\``).join(', ')}`]
          : []),
        `- Answered by: ${entry.scope === 'server' ? 'any request, before it reaches an operation' : operations.join(', ')}`,
      ]
        .join('\n')
        .replace('\n', '\n\n');
    });
    return `## \`${code}\`\n\n${paragraphs.join('\n\n')}`;
  });
  return `# Errors

Every refusal is a problem document (RFC 9457) whose \`code\` says what happened and whose \`type\` leads here. Branch on the \`code\`, not on texts; treat
a code that you do not know by its status.

${parts.join('\n\n')}
`;
}
