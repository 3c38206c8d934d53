import type { Contract, Json } from '@delivery-api/specs/contract';
import { operationAnchor } from '../plain-reference/anchors.ts';

/** A parameter whose value the user can change in the **Try it** console. */
export interface ConsoleParameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  /** The initial value; empty for optional parameters. */
  value: string;
}

/** The data with which the **Try it** console builds the requests of one operation. */
export interface ConsoleOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  parameters: ConsoleParameter[];
  /** Examples of the request body; empty without a body. The console shows the first one. */
  examples: { summary: string; value: Json }[];
}

/** Console data of one interface. Operations are identified by their anchors. */
export interface ConsoleData {
  /** Path of the interface on a sandbox, such as `/lastmile`. */
  prefix: string;
  operations: Record<string, ConsoleOperation>;
}

/** Returns the data of the **Try it** console. The page fetches it when the console is opened. */
export const consoleData = ({ name, operations }: Contract): ConsoleData => ({
  prefix: `/${name}`,
  operations: Object.fromEntries(
    operations.map(({ id, method, path, summary, parameters, request }) => [
      operationAnchor(id),
      {
        id,
        method: method.toUpperCase(),
        path,
        summary,
        parameters: parameters.map((one) => ({
          name: one.name,
          in: one.in,
          required: one.required,
          value: one.required ? String(one.example ?? '') : '',
        })),
        examples: (request?.examples ?? []).map(({ summary: about, value }) => ({
          summary: about,
          value,
        })),
      },
    ]),
  ),
});
