/** A JSON type that a schema can require. */
export type JsonType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null';

/** A schema, or a function that returns it, for schemas that refer to each other. */
export type SchemaReference = Schema | (() => Schema);

/** The keywords of JSON Schema (2020-12) that the responses and events of the contracts use. */
export interface Schema {
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaReference>>;
  readonly additionalProperties?: SchemaReference;
  readonly propertyNames?: SchemaReference;
  readonly maxProperties?: number;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly items?: SchemaReference;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Items are compared as JSON. */
  readonly uniqueItems?: boolean;
  /** Minimum number of Unicode characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  readonly format?: 'date-time' | 'date' | 'uri' | 'uri-reference' | 'email';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly if?: SchemaReference;
  readonly then?: SchemaReference;
  readonly else?: SchemaReference;
  /** Property whose value selects the schema of the object, and the schemas by value. */
  readonly discriminator?: {
    readonly property: string;
    readonly schemas: Readonly<Record<string, SchemaReference>>;
  };
}
