import { type Sample, samples } from '@delivery-api/codegen';
import type { Contract } from '@delivery-api/specs/contract';
import { label } from '../site.ts';
import { tagAnchor } from './anchors.ts';
import { type Block, prose, type Reference, type Section } from './blocks.ts';
import { headers, limitsTable, machines, problems, scenarios, schemas } from './chapters.ts';
import { addressesOf, type Context, createContext } from './context.ts';
import { introductionSections, leadOf } from './introduction.ts';
import { operationSection } from './operation.ts';
import { webhookSection } from './webhook.ts';

function tagSections(context: Context, all: ReadonlyMap<string, Sample[]>): Section[] {
  const { tags, operations, webhooks } = context.contract;
  return tags.map(({ name, description }) => ({
    kind: 'section',
    anchor: tagAnchor(name),
    title: name,
    listed: true,
    blocks: [
      prose(description),
      ...operations
        .filter(({ tag }) => tag === name)
        .map((operation) => operationSection(operation, all.get(operation.id) ?? [], context)),
      ...webhooks
        .filter(({ tag }) => tag === name)
        .map((webhook) => webhookSection(webhook, all.get(webhook.id) ?? [], context)),
    ],
  }));
}

/**
 * Returns the plain reference of a contract. The HTML and the Markdown version render it.
 *
 * @throws {SiteError} naming a part of the contract that the reference cannot describe
 */
export function plainReference(contract: Contract): Reference {
  const context = createContext(contract);
  return {
    title: `${label[contract.name]} reference`,
    lead: leadOf(context),
    addresses: addressesOf(contract),
    blocks: [
      ...introductionSections(context),
      ...tagSections(context, samples(contract)),
      problems(context),
      headers(context),
      limitsTable(context),
      machines(context),
      scenarios(context),
      schemas(context),
    ],
  };
}

/** Returns every anchor of blocks, in order. */
export const anchorsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'section') return [block.anchor, ...anchorsOf(block.blocks)];
    if (block.kind === 'details')
      return [...(block.anchor === undefined ? [] : [block.anchor]), ...anchorsOf(block.blocks)];
    return block.kind === 'fields' ? block.fields.map(({ anchor }) => anchor) : [];
  });
