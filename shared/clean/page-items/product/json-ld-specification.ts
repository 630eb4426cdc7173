/** Reads the specification of a product in JSON-LD as lines `name: value`. */
import { type Entity, type EntityReader, isEntity, listOf, textOf } from '../json-ld-values.ts';

/** Properties of schema.org that describe the product itself. */
const FEATURES = ['model', 'color', 'material', 'pattern', 'size', 'width', 'height', 'depth', 'weight'];
/** Maximum number of values of a property, such as sizes. */
const MAX_VALUES = 50;
/** Units by their codes (UN/CEFACT, recommendation 20). */
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ MMT: 'mm', CMT: 'cm', MTR: 'm', INH: 'in', FOT: 'ft' },
    ...{ GRM: 'g', KGM: 'kg', LBR: 'lb', ONZ: 'oz', MLT: 'ml', LTR: 'l' },
  }),
);

/** Returns the lines of properties such as `color`, and those of `additionalProperty`. */
export function jsonLdSpecification(entity: Entity, read: EntityReader): string[] {
  const features = FEATURES.map((name) => [
    `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    valuesOf(entity[name], read),
  ]);
  const others = [...read(entity['additionalProperty'])].map((property) => [
    textOf(property['name']),
    textOf(property['value']) && quantityOf(property),
  ]);
  return [...features, ...others].flatMap(([label, value]) => (label && value ? [`${label}: ${value}`] : []));
}

function valuesOf(values: unknown, read: EntityReader): string {
  const texts = listOf(values)
    .slice(0, MAX_VALUES)
    .flatMap((value) => (isEntity(value) ? [...read(value)].map(quantityOf) : textOf(value)));
  return [...new Set(texts)].filter((text) => text !== '').join(', ');
}

/** Returns a `QuantitativeValue` or a `PropertyValue` as text, the name of another entity, or ''. */
function quantityOf(entity: Entity): string {
  const value = textOf(entity['value']);
  if (value === '') return textOf(entity['name']);
  const unit = textOf(entity['unitText'] ?? entity['unitCode']);
  return `${/^\d+\.\d+$/.test(value) ? Number(value) : value} ${UNITS.get(unit.toUpperCase()) ?? unit}`.trim();
}
