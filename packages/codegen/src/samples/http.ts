import { HTTPSnippet } from '@readme/httpsnippet';
import { runMark, type Sample, type SampleRequest } from './sample.ts';

const bodyMark = '__BODY__';

/** Returns samples of a request in the languages that have no client: Python, PHP, Go and Java. */
export const httpSamples = (request: SampleRequest, className: string): Sample[] => [
  { lang: 'Python', label: 'Python', source: python(request) },
  { lang: 'PHP', label: 'PHP', source: php(request) },
  { lang: 'Go', label: 'Go', source: go(request) },
  { lang: 'Java', label: 'Java', source: java(request, className) },
];

function convert(
  { method, url, headers }: SampleRequest,
  text: string | undefined,
  ...target: Parameters<HTTPSnippet['convert']>
): string {
  const snippet = new HTTPSnippet({
    method,
    url,
    headers,
    ...(text !== undefined && { postData: { mimeType: 'application/json', text } }),
  } as ConstructorParameters<typeof HTTPSnippet>[0]);
  const [source] = [snippet.convert(...target)].flat();
  if (typeof source !== 'string')
    throw new Error(`@readme/httpsnippet has no sample for ${target.slice(0, 2).join(' ')}.`);
  return source.trim();
}

function python(request: SampleRequest): string {
  const source = convert(request, jsonOf(request), 'python', 'requests');
  if (!source.includes(runMark)) return source;
  return source
    .replace('import requests\n', 'import uuid\n\nimport requests\n\nrun = uuid.uuid4()\n')
    .replace(/"([^"\n]*)__RUN__"/g, 'f"$1{run}"')
    .replace('f"{run}"', 'str(run)');
}

function php(request: SampleRequest): string {
  // The URL already contains the port. A separate option would override an edited URL.
  const source = convert(request, jsonOf(request), 'php', 'curl').replace(
    /^ *CURLOPT_PORT.*\n/m,
    '',
  );
  if (!source.includes(runMark)) return source;
  return source
    .replace('$curl = curl_init();', '$run = bin2hex(random_bytes(8));\n$curl = curl_init();')
    .replace(/(['"])([^'"\n]*)__RUN__\1/g, '$1$2$1 . $run');
}

function go(request: SampleRequest): string {
  const json = jsonOf(request);
  if (json?.includes('`')) throw new Error('A Go raw string cannot contain a backtick.');
  const source = convert(request, json && bodyMark, 'go', 'native', { checkErrors: true }).replace(
    `"${bodyMark}"`,
    () => `\`${json?.replaceAll(runMark, '` + run + `')}\``,
  );
  if (!source.includes(runMark) && !source.includes('` + run + `')) return source;
  return source
    .replace('import (\n', 'import (\n\t"time"\n')
    .replace('func main() {\n', 'func main() {\n\n\trun := fmt.Sprint(time.Now().UnixNano())\n')
    .replace(`"${runMark}"`, 'run');
}

function java(request: SampleRequest, className: string): string {
  const json = jsonOf(request);
  const hasRun = json?.includes(runMark) ?? false;
  const text = hasRun ? json?.replaceAll('%', '%%').replaceAll(runMark, '%s') : json;
  const block = `"""\n${text?.replaceAll('\\', '\\\\')}"""${hasRun ? '.formatted(run)' : ''}`;
  const call = convert(request, json && bodyMark, 'java', 'nethttp')
    .replace(`"${bodyMark}"`, () => block)
    .replace(`"${runMark}"`, 'run');
  const needsRun = call.includes('run)');
  const lines = [...(needsRun ? ['String run = UUID.randomUUID().toString();'] : []), call];
  const imports = [
    'java.net.URI',
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse',
    ...(needsRun ? ['java.util.UUID'] : []),
  ];
  return [
    ...imports.map((name) => `import ${name};`),
    '',
    `public class ${className} {`,
    '  public static void main(String[] args) throws Exception {',
    ...lines
      .join('\n')
      .split('\n')
      .map((line) => (line === '' ? '' : `    ${line}`)),
    '  }',
    '}',
  ].join('\n');
}

const jsonOf = ({ body }: SampleRequest): string | undefined =>
  body && JSON.stringify(body, null, 2);
