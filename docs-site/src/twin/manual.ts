import { type Sample, samples } from '@delivery-api/codegen';
import type { Contract } from '@delivery-api/specs/contract';
import { label } from '../site.ts';
import { tagAnchor } from './anchors.ts';
import { type Block, type Manual, type Section, text } from './blocks.ts';
import { headers, limitsTable, machines, problems, scenarios, schemas } from './chapters.ts';
import { front, leadOf } from './front.ts';
import { operationSection } from './operation.ts';
import { type Subject, subject } from './subject.ts';
import { webhookSection } from './webhook.ts';

function tagChapters(
  about: Subject,
  all: ReadonlyMap<string, Sample[]>,
  shown: Set<string>,
): Section[] {
  const { contract, linked } = about;
  return contract.tags.map(({ name, description }) => ({
    kind: 'section',
    anchor: tagAnchor(name),
    title: name,
    listed: true,
    blocks: [
      text(linked(description)),
      ...contract.operations
        .filter(({ tag }) => tag === name)
        .map((one) => operationSection(one, all.get(one.id) ?? [], shown, about)),
      ...contract.webhooks
        .filter(({ tag }) => tag === name)
        .map((one) => webhookSection(one, all.get(one.id) ?? [], shown, about)),
    ],
  }));
}

/**
 * Everything that a contract says, in the order in which a person reads it. Both twins are rendered
 * from this, and say nothing else.
 */
export function manual(contract: Contract): Manual {
  const about = subject(contract);
  const shown = new Set<string>();
  return {
    title: `${label[contract.name]} reference`,
    lead: leadOf(about),
    blocks: [
      ...front(about),
      ...tagChapters(about, samples(contract), shown),
      problems(about, shown),
      headers(about),
      limitsTable(about),
      machines(about),
      scenarios(about),
      schemas(about),
    ],
  };
}

/** Every anchor of a manual, in order. */
export const anchorsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'section') return [block.anchor, ...anchorsOf(block.blocks)];
    if (block.kind === 'fold')
      return [...(block.anchor === undefined ? [] : [block.anchor]), ...anchorsOf(block.blocks)];
    return block.kind === 'fields' ? block.fields.map(({ anchor }) => anchor) : [];
  });
