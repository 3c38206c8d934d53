import { marker } from './comment.ts';

/** Calls GitHub's REST API: method, path below the API's address, body; gives the parsed answer. */
export type Api = (method: string, path: string, body?: unknown) => Promise<unknown>;

/**
 * The open pull request that a commit is the tip of. Asked of GitHub, and not taken from the
 * report, which a pull request writes itself.
 *
 * @returns its number; undefined when there is none, for instance because a newer commit has come
 */
export async function pullRequestOf(
  api: Api,
  repository: string,
  owner: string,
  branch: string,
  sha: string,
): Promise<number | undefined> {
  const query = new URLSearchParams({ state: 'open', head: `${owner}:${branch}`, per_page: '100' });
  const found = (await api('GET', `/repos/${repository}/pulls?${query}`)) as {
    number: number;
    head: { sha: string };
  }[];
  return found.find(({ head }) => head.sha === sha)?.number;
}

/** Writes the one comment of this tool: anew where there is none, in place where there is. */
export async function postComment(
  api: Api,
  repository: string,
  pullRequest: number,
  body: string,
): Promise<'created' | 'updated'> {
  for (let page = 1; ; page++) {
    const comments = (await api(
      'GET',
      `/repos/${repository}/issues/${pullRequest}/comments?per_page=100&page=${page}`,
    )) as { id: number; body?: string; user?: { type?: string } }[];
    const own = comments.find(
      (comment) => comment.user?.type === 'Bot' && comment.body?.startsWith(marker),
    );
    if (own !== undefined) {
      await api('PATCH', `/repos/${repository}/issues/comments/${own.id}`, { body });
      return 'updated';
    }
    if (comments.length < 100) break;
  }
  await api('POST', `/repos/${repository}/issues/${pullRequest}/comments`, { body });
  return 'created';
}
