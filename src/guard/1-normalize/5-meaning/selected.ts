import { exchangeClass, isOnlyFiller } from '../../../core/filler.js';
import { COUNT, type Quantity } from '../../../core/quantity.js';
import type { Preference } from '../4-verb-group/preference.js';
import type { Framed } from './frame-context.js';

/** The value and the numbers of a clause, with the words that they were read from. */
export interface Selected {
  value: string | null;
  valueClass: string | null;
  quantity: Quantity | null;
  valueFrom: Framed | undefined;
  quantityFrom: Framed | undefined;
}

/** The value that a clause selects and the numbers that it is about; of a ranking, what is preferred. */
export function readSelected(framed: readonly Framed[], preference: Preference | null): Selected {
  const valueFrom = framed.find(({ token }) => isOnlyFiller(token));
  const quantityFrom = quantityOf(framed, valueFrom);
  return {
    value: preference?.chosen ?? valueFrom?.token.stem ?? null,
    valueClass: valueFrom === undefined ? null : classOf(valueFrom, framed),
    quantity: amountOf(quantityFrom?.token.quantity),
    valueFrom,
    quantityFrom,
  };
}

/** What a norm tells of a number: of a version its amount, whose digits are those of the value. */
function amountOf(quantity: Quantity | undefined): Quantity | null {
  if (quantity === undefined) return null;
  const { version: _digits, ...amount } = quantity;
  return amount;
}

/** The selected number or else the first of the complement; the number of a port is its name. */
function quantityOf(framed: readonly Framed[], selected: Framed | undefined): Framed | undefined {
  if (selected?.token.quantity !== undefined) return isPort(selected, framed) ? undefined : selected;
  return framed.find(({ token }) => token.quantity !== undefined && token.role === undefined);
}

/** "rate:m/s" is a rate; a number is a port, a count, or just a number. */
function classOf(selected: Framed, framed: readonly Framed[]): string {
  const valueClass = exchangeClass(selected.token) ?? '';
  if (valueClass.startsWith('rate:')) return 'rate';
  if (valueClass !== 'number') return valueClass;
  if (isPort(selected, framed)) return 'port';
  return selected.token.quantity?.dimension === COUNT ? COUNT : valueClass;
}

function isPort({ token }: Framed, framed: readonly Framed[]): boolean {
  const isName = token.quantity?.dimension === null && token.quantity.min === token.quantity.max;
  return isName && framed.some(({ word }) => word.lemma === 'port');
}
