import type { Method, Operation } from '@delivery-api/specs/contract';

interface Route {
  segments: readonly Segment[];
  operations: Map<Method, Operation>;
}
type Segment = { literal: string } | { parameter: string };

/** A path of the interface, with the values of its parameters. */
export interface Match {
  operations: ReadonlyMap<Method, Operation>;
  /** Decoded values; `undefined` for broken percent-encoding. */
  parameters: ReadonlyMap<string, string | undefined>;
}

/** Finds the operations at a path; `undefined` if the interface has no such path. */
export type Router = (path: string) => Match | undefined;

/**
 * Creates a router that compares a path only with contract paths of the same number of segments.
 */
// `rou3` and Prism's router normalize `//` and `..`, but the mock must reject paths with them.
export function createRouter(operations: readonly Operation[]): Router {
  const routes = new Map<string, Route>();
  for (const operation of operations) {
    const route = routes.get(operation.path) ?? {
      segments: operation.path.split('/').slice(1).map(toSegment),
      operations: new Map(),
    };
    route.operations.set(operation.method, operation);
    routes.set(operation.path, route);
  }
  const byLength = new Map<number, Route[]>();
  for (const route of routes.values())
    byLength.set(route.segments.length, [...(byLength.get(route.segments.length) ?? []), route]);
  for (const list of byLength.values()) list.sort((a, b) => parameterCount(a) - parameterCount(b));
  return (path) => {
    const sent = path.split('/').slice(1);
    if (sent.some(isEmptyOrDots)) return undefined;
    for (const route of byLength.get(sent.length) ?? []) {
      const parameters = matchSegments(route.segments, sent);
      if (parameters !== undefined) return { operations: route.operations, parameters };
    }
    return undefined;
  };
}

const toSegment = (text: string): Segment => {
  const name = /^\{(.+)\}$/.exec(text)?.[1];
  return name === undefined ? { literal: text } : { parameter: name };
};

const parameterCount = (route: Route): number =>
  route.segments.filter((segment) => 'parameter' in segment).length;

// The mock does not normalize paths: it rejects empty segments, `.` and `..`, which indicate a bug
// in the client.
const isEmptyOrDots = (segment: string): boolean => /^(\.|%2e){0,2}$/i.test(segment);

function matchSegments(
  segments: readonly Segment[],
  sent: readonly string[],
): Map<string, string | undefined> | undefined {
  const parameters = new Map<string, string | undefined>();
  for (const [index, segment] of segments.entries()) {
    const value = decodeSegment(sent[index] ?? '');
    if ('parameter' in segment) parameters.set(segment.parameter, value);
    else if (segment.literal !== value) return undefined;
  }
  return parameters;
}

/** Decodes a path segment; `undefined` for broken percent-encoding. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
