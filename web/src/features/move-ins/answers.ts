import type { MoveInDecisions, MoveInScanResult } from '@balcao/contract/move-ins'

/**
 * What to import from another installation: the answers given before, or else every company whose name is not
 * taken.
 */
export function initialMoveInMapping(
  { companies }: MoveInScanResult,
  before: MoveInDecisions | null,
): MoveInDecisions {
  const answered = new Map(before?.companies.map((one) => [one.company, one]))
  const emails = new Map(before?.emails.map(({ user, email }) => [user, email]))
  return {
    companies: companies.map(
      ({ id, name, nameTaken }) =>
        answered.get(id) ?? { company: id, move: !nameTaken, name: name || id, plan: null },
    ),
    emails: [
      ...companies
        .flatMap(({ emailsTaken }) => emailsTaken)
        .map(({ id }) => ({ user: id, email: emails.get(id) ?? null })),
      // Keeps earlier answers for users whose e-mail no longer conflicts, as when their company was imported.
      ...(before?.emails ?? []).filter(
        ({ user }) => !companies.some(({ emailsTaken }) => emailsTaken.some(({ id }) => id === user)),
      ),
    ],
  }
}

export function hasCompanyNameConflict({ companies }: MoveInScanResult, answers: MoveInDecisions): boolean {
  return answers.companies.some(({ company, move, name }) => {
    const found = companies.find(({ id }) => id === company)
    return move && (name.trim() === '' || (found?.nameTaken === true && isSameCompanyName(name, found.name)))
  })
}

export function isSameCompanyName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}
