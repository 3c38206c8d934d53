import { describe, expect, test } from 'vitest';
import { parseSequence } from '../src/guides/sequence/parse.ts';
import { sequence, wrap } from '../src/guides/sequence/render.ts';
import { contractOf, defaultSite, interfaces } from '../src/site.ts';
import { attributes, read } from './support/read-site.ts';

const text = `Ask for a price
You -> Service: createEstimate
Service --> You: 201 & a price
`;

describe('a sequence diagram', () => {
  test('a sequence diagram has its messages in order, and its participants in order of appearance', () => {
    expect(parseSequence(text)).toEqual({
      title: 'Ask for a price',
      participants: ['You', 'Service'],
      messages: [
        { from: 'You', to: 'Service', text: 'createEstimate', isResponse: false },
        { from: 'Service', to: 'You', text: '201 & a price', isResponse: true },
      ],
    });
  });

  test.each(['You => Service: a', 'You -> You: a', 'You -> Service:', 'a note'])(
    'a sequence diagram is rejected if it contains the line %j',
    (line) => {
      expect(() => parseSequence(`Title\n${line}`)).toThrow(`'${line}' is not a message.`);
    },
  );

  test('a sequence diagram has the same messages in its image, description, list and Markdown version', () => {
    const { html, markdown } = sequence(text);
    const page = html?.text ?? '';
    expect(markdown).toBe(
      'Ask for a price:\n\n1. You to Service: createEstimate\n2. Service to You: 201 & a price',
    );
    expect(page).toContain(
      '<desc id="sequence-ask-for-a-price-desc">You to Service: createEstimate. Service to You: 201 &amp; a price.</desc>',
    );
    expect(page).toContain('<li>You to Service: createEstimate</li>');
    expect(page.match(/class="s-line"/g)).toHaveLength(1);
    expect(page.match(/class="s-line s-response"/g)).toHaveLength(1);
  });

  test('breaks long texts between words', () => {
    expect(wrap('one two three', 60)).toEqual(['one two', 'three']);
    expect(wrap('one', 1)).toEqual(['one']);
  });
});

test('the sequence diagrams name only operations, events, fields and values of the contracts', () => {
  const contracts = interfaces.map((name) => contractOf(defaultSite, name));
  const known = JSON.stringify(contracts.map(({ document }) => document));
  const page = read('sequences.html');
  const labels = Array.from(page.matchAll(/<desc [^>]*>([^<]*)</g), ([, desc]) => desc ?? '').join(
    ' ',
  );
  const names = labels.match(/\b[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+\b/g) ?? [];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(attributes(page, 'id').filter((id) => /^sequence-.*-title$/.test(id))).toHaveLength(4);
});
