import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { fieldErrors, Problem } from '../core/errors.js';
import { explainIssue } from '../core/issues.js';
import { storable } from './storable.js';

/** zod checks what comes in; what goes out is typed, and held to its schema by the tests. */
export function registerValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => JSON.stringify);
}

const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (data: unknown) => {
    const parsed = schema.safeParse(storable(data ?? {}), { error: explainIssue });
    if (parsed.success) return { value: parsed.data };
    return { error: invalidRequest(parsed.error.issues) };
  };
};

function invalidRequest(issues: readonly z.core.$ZodIssue[]): Problem {
  const errors = issues.flatMap(fieldErrors);
  const detail = `${errors.length} field${errors.length === 1 ? ' is' : 's are'} not valid: ${[...new Set(errors.map(({ path }) => path))].join(', ')}.`;
  return new Problem('invalid_request', detail, errors);
}
