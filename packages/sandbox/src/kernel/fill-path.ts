/** The path of an operation with its parameters filled in, encoded. */
export const fillPath = (
  template: string,
  parameters: ReadonlyMap<string, string | undefined>,
): string =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters.get(name) ?? ''),
  );
