/// <reference path="./pg-utils.d.ts" />
import { setImmediate as turn } from 'node:timers/promises'
import utils from 'pg/lib/utils'
import type { CompanyDb } from './db'
import { type Params, type Statement, valuesOf } from './statement'

/**
 * A part of an act used a statement that is not possible in parts. Nothing was changed; the act must run as a whole.
 */
export class NotInParts extends Error {
  override readonly name = 'NotInParts'
}

interface Question {
  readonly asker: number
  readonly statement: Statement<Params, unknown>
  readonly params: Params
  /** The values of the combined form, in its order. */
  readonly values: readonly unknown[]
  readonly wants: 'rows' | 'count'
  resolve(answer: Answer): void
  reject(error: unknown): void
}

interface Answer {
  readonly rows: readonly unknown[]
  readonly count: number
}

/**
 * Runs several parts of an act side by side on one connection. Queries asked in the same tick are sent together, and
 * queries of one kind become one statement. The queries of a part keep their order. Part n uses `partOf(n)`.
 */
export function gatheringOn(db: CompanyDb): { partOf(asker: number): CompanyDb } {
  let waiting: Question[] = []
  let isAsking = false

  async function askAll(): Promise<void> {
    isAsking = true
    do {
      await turn() // the parts that got an answer continue first and ask their next query
      const batch = waiting
      waiting = []
      // Waits for all answers, so that the parts stay in step.
      await Promise.all(together(batch).map((questions) => ask(db, questions)))
    } while (waiting.length > 0)
    isAsking = false
  }

  function put(
    asker: number,
    statement: Statement<Params, unknown>,
    params: Params = {},
    wants: Question['wants'],
  ): Promise<Answer> {
    if (statement.isForWholeActs) return Promise.reject(new NotInParts(statement.name))
    return new Promise((resolve, reject) => {
      const { name, gathered } = statement
      const values = gathered === undefined ? [] : valuesOf({ name, parameters: gathered.parameters }, params)
      waiting.push({ asker, statement, params, values, wants, resolve, reject })
      if (!isAsking) void askAll()
    })
  }

  return {
    partOf(asker) {
      const rowsOf = async <P extends Params, R>(statement: Statement<P, R>, params?: P) =>
        (await put(asker, statement, params, 'rows')).rows as R[] // the statement's type
      return {
        scope: 'company',
        rows: rowsOf,
        row: async (statement, ...[params]) => (await rowsOf(statement, params))[0] ?? null,
        async one(statement, ...[params]) {
          const [row, ...others] = await rowsOf(statement, params)
          if (row === undefined || others.length > 0)
            throw new Error(`${statement.name}: one row expected, ${others.length} more found`)
          return row
        },
        run: async (statement, ...[params]) => (await put(asker, statement, params, 'count')).count,
      }
    },
  }
}

/** Keeps the order of each part. A query joins the first group of its kind that keeps this order. */
function together(batch: readonly Question[]): Question[][] {
  const groups: Question[][] = []
  const lastOf = new Map<number, number>()
  for (const question of batch) {
    const from = lastOf.get(question.asker) ?? 0
    const found = groups.findIndex((group, at) => at >= from && mayJoin(group, question))
    if (found === -1) groups.push([question])
    else groups[found]?.push(question)
    lastOf.set(question.asker, found === -1 ? groups.length - 1 : found)
  }
  return groups
}

function mayJoin(group: readonly Question[], { statement, values, wants }: Question): boolean {
  const [first] = group
  if (first?.statement.name !== statement.name || first.wants !== wants) return false
  const form = statement.gathered
  if (form === undefined) return false
  return !form.isWriting || group.every((other) => other.values[0] !== values[0])
}

/** Never rejects: errors go to the queries. */
async function ask(db: CompanyDb, questions: readonly Question[]): Promise<void> {
  try {
    const inOrder = inOrderOfLocks(questions)
    const answers = await answersOf(db, inOrder)
    // Resolves in the order of asking, in which the parts continue and write.
    for (const question of questions)
      question.resolve(answers[inOrder.indexOf(question)] ?? { rows: [], count: 0 })
  } catch (error) {
    for (const { reject } of questions) reject(error)
  }
}

/** Sorts queries that lock rows, so that two acts lock in the same order and cannot deadlock. */
function inOrderOfLocks(questions: readonly Question[]): readonly Question[] {
  const [first] = questions
  if (questions.length === 1 || first?.statement.gathered?.isWriting) return questions
  const keyed = questions.map((question) => ({ question, key: JSON.stringify(question.values) }))
  return keyed.sort((one, other) => byNumber.compare(one.key, other.key)).map(({ question }) => question)
}

/** Numeric order, in which other statements lock rows: 9 before 10. */
const byNumber = new Intl.Collator('en', { numeric: true })

async function answersOf(db: CompanyDb, questions: readonly Question[]): Promise<Answer[]> {
  const [first] = questions
  if (first === undefined) return []
  const { statement, params, wants } = first
  const form = statement.gathered
  if (questions.length === 1 || form === undefined || form.parameters.length === 0) {
    const answer =
      wants === 'count'
        ? { rows: [], count: await db.run(statement, params) }
        : { rows: await db.rows(statement, params), count: 0 }
    return questions.map(() => answer)
  }
  const arrays = form.parameters.map((name, at) => [
    name,
    questions.map(({ values }) => asOneValue(values[at])),
  ])
  const rows = await db.rows<Params, { asker: number }>(
    { ...form, name: `${statement.name} together` },
    Object.fromEntries(arrays),
  )
  const answers = questions.map((): unknown[] => [])
  for (const { asker, ...row } of rows) answers[asker - 1]?.push(row)
  return answers.map((own) => ({ rows: own, count: own.length }))
}

/** An array within an array is sent as text, see `statement.ts`. */
function asOneValue(value: unknown): unknown {
  return Array.isArray(value) ? utils.prepareValue(value) : value
}
