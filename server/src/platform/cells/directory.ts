/** Stores in which cell the account of an e-mail is. Only changes of accounts and failed sign-ins use it. */
export interface CellDirectory {
  /** The number of this cell; null: the installation is one cell. */
  readonly cell: number | null
  /** Stores this e-mail (lower case) with `act`. Refuses with ERR_EMAIL_ALREADY_EXISTS when another cell has it. */
  claiming<T>(email: string, act: () => Promise<T>): Promise<T>
  /** An unknown e-mail always gets the same arbitrary cell, so that the answer does not reveal which accounts exist. */
  cellOf(email: string): Promise<number | null>
  /** Adds the e-mails (lower case) of a company that has moved to this cell. */
  takeOver(emails: readonly string[]): Promise<void>
  /** Stores all e-mails of this cell and removes old ones. Returns how many belong to another cell. */
  reconcile(pages: AsyncIterable<readonly string[]>): Promise<number>
  close(): Promise<void>
}

export const singleCellDirectory: CellDirectory = {
  cell: null,
  claiming: (_, act) => act(),
  cellOf: async () => null,
  takeOver: async () => undefined,
  reconcile: async () => 0,
  close: async () => undefined,
}
