import type { ScheduledTask } from '../../kernel/scheduler.ts';

export type TaskType =
  | 'marketplace.accept'
  | 'marketplace.acknowledgement_timeout'
  | 'marketplace.complete'
  | 'marketplace.courier'
  | 'marketplace.decide_payment'
  | 'marketplace.expire'
  | 'marketplace.publish_menu'
  | 'marketplace.redeliver'
  | 'marketplace.request_end'
  | 'marketplace.scenario_event';

/** Returns the ID of a task. */
export const taskId = (type: TaskType, subject: string): string => `${type} ${subject}`;

/** Returns a task for an order or a store. */
export const createTask = (
  type: TaskType,
  subject: string,
  due: number,
  data?: ScheduledTask['data'],
): ScheduledTask => ({
  id: taskId(type, subject),
  type,
  subject,
  due,
  ...(data !== undefined && { data }),
});
