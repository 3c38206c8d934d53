// Comments on the pull request of a finished workflow run: `node post-comment.ts report.json`. Runs
// in the workflow with write permission, from the default branch, without installed packages.
import { readFileSync } from 'node:fs';
import { commentBody } from './comment.ts';
import { type Api, postComment, pullRequestOf } from './post.ts';

function environmentVariable(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(
      `${name} is not set. Run this script only in the workflow .github/workflows/contract-comment.yml.`,
    );
  return value;
}

const api: Api = async (method, path, body) => {
  const response = await fetch(`${environmentVariable('GITHUB_API_URL')}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${environmentVariable('GITHUB_TOKEN')}`,
      'x-github-api-version': '2022-11-28',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`GitHub returned ${response.status} for ${method} ${path}.`);
  return response.json();
};

try {
  const [file = ''] = process.argv.slice(2);
  const repository = environmentVariable('GITHUB_REPOSITORY');
  const body = commentBody(JSON.parse(readFileSync(file, 'utf8')), environmentVariable('RUN_URL'));
  const number = await pullRequestOf(
    api,
    repository,
    environmentVariable('HEAD_OWNER'),
    environmentVariable('HEAD_BRANCH'),
    environmentVariable('HEAD_SHA'),
  );
  if (number === undefined)
    console.log('No open pull request has this commit as its head, so no comment was written.');
  else
    console.log(
      `The comment on pull request ${number} was ${await postComment(api, repository, number, body)}.`,
    );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
