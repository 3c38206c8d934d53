import { expect, test } from 'vitest';
import { highlightCode } from '../src/highlight.ts';

test('highlight sets the class of each token', () => {
  expect(highlightCode("const id = await call('x'); // why", 'ts')).toBe(
    '<span class="t-k">const</span> id = <span class="t-k">await </span><span class="t-p">call</span>(<span class="t-s">&#39;x&#39;</span>); <span class="t-c">// why</span>',
  );
});

test('highlight keeps the text of a sample', () => {
  const code = `const a = "b<c" // d & e\ncurl -H 'x: y' "$z"\n{"k": -1.5e3}`;
  for (const language of ['ts', 'sh', 'json', 'http', 'text']) {
    const text = highlightCode(code, language).replaceAll(/<\/?span[^>]*>/g, '');
    expect(text).toBe(
      code
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;'),
    );
  }
});
