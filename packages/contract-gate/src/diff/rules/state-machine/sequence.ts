import type { StateMachine } from '@delivery-api/specs/contract';
import type { Change } from '../../comparison/change.ts';
import { type Comparison, list, missing } from '../../comparison/rule.ts';
import { change } from './change.ts';

/**
 * The course as a whole: where the state stands, where it begins, what it surely passes and what it
 * may leave out.
 */
export function course(
  comparison: Comparison,
  before: StateMachine,
  after: StateMachine,
): Change[] {
  const tell = (rule: string, bump: Change['bump'], part: string, what: string, reason: string) =>
    change(comparison, after, rule, bump, ['x-state-machine', part], what, reason);
  const { field } = after;
  const [startsGone, startsCome] = [
    missing(before.initial, after.initial),
    missing(after.initial, before.initial),
  ];
  const [surelyGone, surelyCome] = [
    missing(before.guaranteed, after.guaranteed),
    missing(after.guaranteed, before.guaranteed),
  ];
  const isNew = (state: string) => !before.states.has(state);
  return [
    ...(before.field !== after.field
      ? [
          tell(
            'field-changed',
            'major',
            'field',
            `The state stands in \`${after.field}\`, no longer in \`${before.field}\`.`,
            'Code looks for it in the wrong place.',
          ),
        ]
      : []),
    ...startsCome.map((state) =>
      isNew(state)
        ? tell(
            'initial-added',
            'minor',
            'initial',
            `It can begin in the new ${field} \`${state}\`.`,
            'Those who do not know the state go by its phase.',
          )
        : tell(
            'initial-added',
            'major',
            'initial',
            `It can begin in the ${field} \`${state}\`, which used to come later.`,
            'Code that expects what came before it never sees that.',
          ),
    ),
    ...startsGone.map((state) =>
      tell(
        'initial-removed',
        'minor',
        'initial',
        `It never begins in the ${field} \`${state}\` any more.`,
        'The other beginnings are as they were.',
      ),
    ),
    ...(surelyGone.length > 0
      ? [
          tell(
            'guarantee-removed',
            'major',
            'guaranteed',
            `${list(surelyGone)} can be left out on the way to a good end.`,
            'Code that waits for it may wait forever.',
          ),
        ]
      : []),
    ...(surelyCome.length > 0
      ? [
          tell(
            'guarantee-added',
            'minor',
            'guaranteed',
            `Everything that ends well passes ${list(surelyCome)}.`,
            'A promise more.',
          ),
        ]
      : []),
    ...(before.skips !== after.skips ? [skips(after, tell)] : []),
  ];
}

function skips(
  { skips: now, transitions: steps, field }: StateMachine,
  tell: (rule: string, bump: Change['bump'], part: string, what: string, reason: string) => Change,
): Change {
  if (now === 'forward')
    return tell(
      'skips-allowed',
      'major',
      'skips',
      `States may be left out going forward.`,
      'Code that waits for each state may wait forever.',
    );
  const callers = steps.some(({ by }) =>
    by.some((actor) => ['merchant', 'requester'].includes(actor)),
  );
  return callers
    ? tell(
        'skips-forbidden',
        'major',
        'skips',
        `The ${field} has to pass every state, none may be left out.`,
        'Callers that leave states out, rightly until now, are refused.',
      )
    : tell(
        'skips-forbidden',
        'minor',
        'skips',
        `The ${field} passes every state, none is left out.`,
        'A promise more: nobody who calls moves it.',
      );
}
