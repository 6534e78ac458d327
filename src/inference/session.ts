import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { ModelError } from './error.js';

export interface OnnxSession {
  inputNames: readonly string[];
  outputNames: readonly string[];
  /** The type of the elements of an input: int64, float32 … */
  inputType(name: string): string | null;
  int64(values: BigInt64Array, dims: readonly number[]): Tensor;
  float32(values: Float32Array, dims: readonly number[]): Tensor;
  run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
  close(): Promise<void>;
}

/**
 * Loads the runtime, which nobody pays for who asks no model, and then the model, on one thread.
 * @throws ModelError when this platform has no runtime, or the file is no model
 */
export async function openSession(onnx: Uint8Array): Promise<OnnxSession> {
  const { InferenceSession, Tensor } = await loadRuntime();
  const session = await createSession(InferenceSession, onnx);
  const types = new Map(session.inputMetadata.map((input) => [input.name, input.isTensor ? input.type : null]));
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    inputType: (name) => types.get(name) ?? null,
    int64: (values, dims) => new Tensor('int64', values, dims),
    float32: (values, dims) => new Tensor('float32', values, dims),
    run: (feeds) => session.run(feeds) as Promise<Record<string, Tensor>>,
    close: () => session.release(),
  };
}

async function loadRuntime(): Promise<typeof import('onnxruntime-node')> {
  try {
    const runtime = await import('onnxruntime-node');
    return runtime;
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    throw new ModelError('NLI', `the ONNX runtime does not run on this platform (${reason}); set NLI=off.`);
  }
}

async function createSession(
  runtime: typeof import('onnxruntime-node').InferenceSession,
  onnx: Uint8Array,
): Promise<InferenceSession> {
  try {
    return await runtime.create(onnx, {
      executionProviders: ['cpu'],
      executionMode: 'sequential',
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 4,
    });
  } catch (error) {
    throw new ModelError('NLI_MODEL_DIR', `its ONNX file can not be loaded: ${(error as Error).message}`);
  }
}
