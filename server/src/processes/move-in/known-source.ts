import { beginMoveIn, type MoveInRow, moveInByName } from '../../features/move-ins/move-ins.queries'
import type { SourceInspectionParameters } from './look'
import { MoveInProblem } from './move-in-problem'
import type { SourceCompany } from './product'

/** Records a move under its name. Refuses a name whose move has ended, or under which another source is moving. */
export async function registerMoveIn(
  { workplace, name, product }: SourceInspectionParameters,
  companies: readonly SourceCompany[],
  state: 'looked' | 'running',
): Promise<void> {
  await workplace.withPlatform('begin a move', async ({ db, now }) => {
    const row = await db.one(beginMoveIn, {
      ...{ name, product: product.name, state, at: now },
      source: JSON.stringify(Object.fromEntries(companies.map(({ id, createdAt }) => [id, createdAt]))),
    })
    refuseAnother(name, row, product.name, companies)
    refuseMoveInAfterSwitchOver(name, row)
  })
}

/** Finds a move by its name. Null: there is none. Refuses if another source is moving under this name. */
export async function findMoveIn(
  order: Omit<SourceInspectionParameters, 'media'>,
): Promise<MoveInRow | null> {
  const { workplace, name, product, source } = order
  const row = await workplace.withPlatform('look for a move', ({ db }) => db.row(moveInByName, { name }))
  if (row !== null) refuseAnother(name, row, product.name, await product.companies(source))
  return row
}

function refuseAnother(
  name: string,
  { product, source }: MoveInRow,
  productName: string,
  companies: readonly SourceCompany[],
): void {
  if ((product !== null && product !== productName) || (source !== null && isAnother(source, companies)))
    throw new MoveInProblem(
      'another-source',
      `The move ${name} is of another database. Give this one a name of its own: --name NAME.`,
    )
}

export function refuseMoveInAfterSwitchOver(name: string, { switched_at }: MoveInRow): void {
  if (switched_at !== null)
    throw new MoveInProblem(
      'over',
      `The move ${name} was ended by its switch: its companies are in use here.`,
    )
}

/**
 * Whether the source is another database than the known one. Companies may be added or deleted, so only those
 * that both lists contain are compared.
 */
function isAnother(known: NonNullable<MoveInRow['source']>, companies: readonly SourceCompany[]): boolean {
  const both = companies.filter(({ id }) => known[id] !== undefined)
  return both.length === 0 || both.some(({ id, createdAt }) => known[id] !== createdAt)
}
