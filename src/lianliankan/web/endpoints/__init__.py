"""The endpoints: requests of the page over HTTP and over WebSockets, and their answers."""
