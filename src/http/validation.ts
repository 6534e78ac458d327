import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { type FieldError, Problem } from '../core/errors.js';

/** zod checks what comes in; what goes out is typed, and held to its schema by the tests. */
export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => JSON.stringify);
}

const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (data: unknown) => {
    const parsed = schema.safeParse(data ?? {});
    if (parsed.success) return { value: parsed.data };
    return { error: invalidRequest(parsed.error.issues) };
  };
};

function invalidRequest(issues: readonly z.core.$ZodIssue[]): Problem {
  const errors = issues.flatMap(fieldErrors);
  const detail = `${errors.length} field${errors.length === 1 ? ' is' : 's are'} not valid: ${[...new Set(errors.map(({ path }) => path))].join(', ')}.`;
  return new Problem('invalid_request', detail, errors);
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path: path === '' ? '(root)' : path, message: issue.message }];
  return issue.keys.map((key) => ({
    path: path === '' ? key : `${path}.${key}`,
    message: 'is not a field of this operation',
  }));
}
