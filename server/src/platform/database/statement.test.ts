import { describe, expect, it, test } from 'vitest'
import { parameterValuesOf, statement } from './statement'

describe('the text of a statement', () => {
  test.each([
    [
      'where id = :id and owner = :ownerId or id = :id',
      'where id = $1 and owner = $2 or id = $1',
      'id ownerId',
    ],
    ['select :at::timestamptz, now::text', 'select $1::timestamptz, now::text', 'at'],
    ["select ':a', 'it''s :b', \":c\", :d", "select ':a', 'it''s :b', \":c\", $1", 'd'],
    ['select 1 -- :a\n, /* :b\n:c */ :d', 'select 1 -- :a\n, /* :b\n:c */ $1', 'd'],
    ['do $do$ :a $do$', 'do $do$ :a $do$', ''],
    ['perform f(a := :b)', 'perform f(a := $1)', 'b'],
    ['select ids[1:size], ids[a[1]:b], ids[: :most]', 'select ids[1:size], ids[a[1]:b], ids[: $1]', 'most'],
    ["select body #>> '{a,b}', jsonb_path_query(body, '$.a ? (@ > 1)')", null, ''],
  ])('%s', (source, text, parameters) => {
    const made = statement('test.text', source)

    expect(made.text).toBe(text ?? source)
    expect(made.parameters.join(' ')).toBe(parameters)
  })
})

describe('the values of a statement', () => {
  const made = statement<{ id: number; name: string | null }>('test.values', 'select :name, :id, :name')

  it('come in the order of the text, and null is a value', () => {
    expect(parameterValuesOf(made, { id: 1, name: null, other: 2 })).toEqual([null, 1])
  })

  it('are all required: a missing or undefined one throws', () => {
    expect(() => parameterValuesOf(made, { name: 'a' })).toThrow('test.values: the parameter id is missing')
    expect(() => parameterValuesOf(made, { name: undefined, id: 1 })).toThrow('the parameter name is missing')
    expect(() => parameterValuesOf(made)).toThrow('the parameter name is missing')
  })
})
