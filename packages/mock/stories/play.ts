import type { Ground } from './ground.ts';
import { checkInputs, inputsOf } from './inputs.ts';
import { type Outcome, respect } from './respect.ts';
import type { Story } from './story.ts';

/**
 * Plays stories one after the other, so that each finds the ground as the one before has left it.
 * Those that begin with something which is there
 * already come first: an order does not wait, it is cancelled when nobody accepts it.
 *
 * @param onOutcome is told of each story when it has ended
 * @throws {StoriesError} when a story has to be told more, cannot be run, or calls another server
 * than those of the ground
 */
export async function play(
  stories: readonly Story[],
  ground: Ground,
  onOutcome: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const needs = ({ inputs }: Story): number => inputs.required?.length ?? 0;
  for (const story of stories.toSorted((a, b) => needs(b) - needs(a))) {
    const given = ground.tell(story);
    checkInputs([story], given);
    const outcome = await respect(story, ground.servers, inputsOf(story, given));
    outcomes.push(outcome);
    onOutcome(outcome);
  }
  return outcomes;
}
