create type ticket_filter as (
  sees_all boolean,
  viewer_id integer,
  viewer_queues integer[],
  sees_queueless boolean,
  of_owner integer,
  chosen_queues integer[],
  unread_only boolean,
  having_tags integer[],
  of_users integer[],
  created_from timestamptz,
  created_until timestamptz,
  updated_from timestamptz,
  updated_until timestamptz,
  of_status text
);
comment on type ticket_filter is 'The viewer of a list of tickets, and the filters. Null, or an empty array: no filter.';

-- It took the parts of the filter one by one.
drop function if exists search_tickets;
