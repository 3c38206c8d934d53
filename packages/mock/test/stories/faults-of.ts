import { type Ground, newRunName } from '../../stories/ground.ts';
import { play } from '../../stories/play.ts';
import { readStories } from '../../stories/story.ts';

export const stories = readStories();

/** Plays one story, under a name of its own, and tells what did not hold. */
export async function faultsOf(workflow: string, ground: Ground): Promise<readonly string[]> {
  const story = stories.find((one) => one.workflow === workflow);
  if (story === undefined) throw new Error(`There is no story ${workflow}.`);
  const run = newRunName();
  const [outcome] = await play(
    [story],
    { ...ground, tell: (one) => ({ run, ...ground.tell(one) }) },
    () => {},
  );
  return outcome?.faults ?? ['There was no outcome.'];
}
