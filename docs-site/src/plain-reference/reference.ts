import { type Sample, samples } from '@delivery-api/codegen';
import type { Contract } from '@delivery-api/specs/contract';
import { label } from '../site.ts';
import { tagAnchor } from './anchors.ts';
import { type Block, prose, type Reference, type Section, section } from './blocks.ts';
import { headers, limitsTable, machines, problems, scenarios, schemas } from './chapters.ts';
import { addressesOf, type Context, createContext } from './context.ts';
import { introductionSections, leadOf } from './introduction.ts';
import { operationSection } from './operation.ts';
import { webhookSection } from './webhook.ts';

function tagSections(context: Context, all: ReadonlyMap<string, Sample[]>): Section[] {
  const { tags, operations, webhooks } = context.contract;
  return tags.map(({ name, description }) => {
    const own = <T extends { tag: string }>(list: readonly T[]): T[] =>
      list.filter(({ tag }) => tag === name);
    const blocks = [
      prose(description),
      ...own(operations).map((one) => operationSection(one, all.get(one.id) ?? [], context)),
      ...own(webhooks).map((one) => webhookSection(one, all.get(one.id) ?? [], context)),
    ];
    return section(tagAnchor(name), name, blocks, { listed: true });
  });
}

/**
 * Returns the plain reference of a contract. The HTML and the Markdown version render it.
 *
 * @throws {SiteError} that names a part of the contract that the reference cannot describe
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
    if (block.kind === 'section')
      return [block.anchor, ...(block.aliases ?? []), ...anchorsOf(block.blocks)];
    if (block.kind === 'details')
      return [...(block.anchor === undefined ? [] : [block.anchor]), ...anchorsOf(block.blocks)];
    return block.kind === 'fields' ? block.fields.map(({ anchor }) => anchor) : [];
  });
