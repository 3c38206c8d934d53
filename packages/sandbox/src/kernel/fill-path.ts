/** Replaces the parameters of a path template by their encoded values. */
export const fillPath = (
  template: string,
  parameters: ReadonlyMap<string, string | undefined>,
): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters.get(name) ?? ''),
  );
