/** Replaces the parameters in a path template with their encoded values. */
export const fillPath = (
  template: string,
  parameters: ReadonlyMap<string, string | undefined>,
): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters.get(name) ?? ''),
  );
