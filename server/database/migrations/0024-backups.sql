-- The sweep of files asks whether other cells share the bucket.
grant select on cell to balcao_platform;
