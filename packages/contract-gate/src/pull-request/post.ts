import { marker } from './comment.ts';

/** Calls the GitHub REST API and returns the parsed response. */
export type Api = (method: string, path: string, body?: unknown) => Promise<unknown>;

/**
 * Finds the open pull request whose head is the given commit. The arguments must come from the
 * workflow run and not from the report, because the pull request controls the report.
 *
 * @returns its number; undefined if there is none, for example after a later commit
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

/** Updates the comment that this tool created earlier, or creates one. */
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
