-- Proofs of age that nobody can link to a person (France): which were shown already.

create table age_proof_tokens (
  -- SHA-256 of the token. Its issuer has never seen the token, and nothing here says who has shown it, from where or when.
  digest bytea primary key check (octet_length(digest) = 32),
  -- The day after which the issuer's key is over and the token would be refused anyway.
  ends_on date not null
);
