// Until when a company works, as conditions over `companies`, here under the name that the statement gave the table. The
// company that runs the installation is that of a super user, and never closes: nobody else could repair it (docs/features/billing.md).

const endOfTime = (company: string) =>
  `((${company}.due_date + 1)::timestamp at time zone ${company}.time_zone)`
const ownsPlatform = (company: string) =>
  `exists (select from users s where s.company_id = ${company}.id and s.is_super)`

/** The last instant of its due date in its time zone (AUTH-09). */
export const paidUntil = (company: string) => `${endOfTime(company)} - interval '1 millisecond'`

/** From then on its people only come in to pay; null: never. */
export const closesAt = (company: string) =>
  `case when not ${ownsPlatform(company)}
      then ${paidUntil(company)} end`

/** It still works at the instant of the parameter: what is due of it may leave. */
export const worksAt = (company: string, instant: `$${number}`) =>
  `(${endOfTime(company)} > ${instant} or ${ownsPlatform(company)})`
