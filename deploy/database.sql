-- Run once by psql as the superuser of a new cluster, as the Postgres image does with it (compose.yaml): a role for
-- Loreguard that owns its database and may do nothing else. Its password is in the environment.
\getenv password DATABASE_PASSWORD
CREATE ROLE loreguard LOGIN PASSWORD :'password'
  NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
CREATE DATABASE loreguard OWNER loreguard;
REVOKE ALL ON DATABASE loreguard FROM PUBLIC;
