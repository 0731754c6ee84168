"""The endpoints: what the page asks over HTTP and over WebSockets, and what it is answered."""
