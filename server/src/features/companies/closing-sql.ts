// SQL conditions over `companies`, under the alias of the statement, for the end of a company's access. The company
// of a super user runs the installation and never closes, because no other user could repair it
// (docs/features/billing.md).

const endOfTime = (company: string) =>
  `((${company}.due_date + 1)::timestamp at time zone ${company}.time_zone)`
const ownsPlatform = (company: string) =>
  `exists (select from users s where s.company_id = ${company}.id and s.is_super)`

/** SQL: the last instant of a company's due date in its time zone (AUTH-09). */
export const paidUntil = (company: string) => `${endOfTime(company)} - interval '1 millisecond'`

/** SQL: the instant from which the company's users can sign in only to pay; null means never. */
export const closesAt = (company: string) =>
  `case when not ${ownsPlatform(company)}
      then ${paidUntil(company)} end`

/** The company has access at the instant of the parameter: its due messages may be sent. */
export const worksAt = (company: string, instant: `:${string}`) =>
  `(${endOfTime(company)} > ${instant} or ${ownsPlatform(company)})`
