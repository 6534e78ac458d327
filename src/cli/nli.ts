import { readConfig } from '../config.js';
import { openModel } from '../inference/model.js';
import { thresholdsOf } from '../inference/thresholds.js';
import { modelChoice } from '../start/nli-scorer.js';
import { calibrateModel, describeCalibration, writeThresholds } from './nli-calibrate.js';
import { type NliCommand, readNliCommand, USAGE } from './nli-command.js';
import { evaluationTable } from './nli-eval.js';
import { commandOf, fail } from './operator.js';

/** For operators: how good the configured model is, and the thresholds that the guard is to use with it. */
export async function runNli(words: readonly string[]): Promise<void> {
  const command = commandOf(readNliCommand, USAGE, words);
  if (command !== null) await run(command).catch(fail);
}

async function run(command: NliCommand): Promise<void> {
  const choice = modelChoice(readConfig());
  const model = await openModel(choice);
  try {
    if (command.verb === 'eval') {
      console.log(await evaluationTable(model, thresholdsOf(model.card, model.digest), command.files));
      return;
    }
    const calibration = await calibrateModel(model, command.files);
    console.log(describeCalibration(calibration));
    if (!command.isDry) writeThresholds(choice.dir, model.digest, calibration);
  } finally {
    await model.close();
  }
}
