// `node post-comment.ts report.json`: comments on the pull request that a finished workflow run
// belongs to. Runs in the workflow that may write,
// from the default branch and without installed packages.
import { readFileSync } from 'node:fs';
import { commentBody } from './comment.ts';
import { type Api, postComment, pullRequestOf } from './post.ts';

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(
      `${name} is not set: this script is for the workflow in .github/workflows/contract-comment.yml.`,
    );
  return value;
};

const api: Api = async (method, path, body) => {
  const answer = await fetch(`${setting('GITHUB_API_URL')}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${setting('GITHUB_TOKEN')}`,
      'x-github-api-version': '2022-11-28',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`GitHub answered ${answer.status} to ${method} ${path}.`);
  return answer.json();
};

try {
  const [file = ''] = process.argv.slice(2);
  const repository = setting('GITHUB_REPOSITORY');
  const body = commentBody(JSON.parse(readFileSync(file, 'utf8')), setting('RUN_URL'));
  const number = await pullRequestOf(
    api,
    repository,
    setting('HEAD_OWNER'),
    setting('HEAD_BRANCH'),
    setting('HEAD_SHA'),
  );
  if (number === undefined)
    console.log(
      'No open pull request has this commit at its tip any more, so there is nothing to comment on.',
    );
  else
    console.log(
      `The comment on pull request ${number} was ${await postComment(api, repository, number, body)}.`,
    );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
